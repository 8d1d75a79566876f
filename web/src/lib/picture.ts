/** A picture of a game to send to somebody: drawn on a canvas, in the colours of the page's theme. */

import { columnOf, NINE, rowOf, type Player } from "../board/geometry";
import type { BoardView } from "../board/view";

const SIZE = 1080;
const EDGE = 70;
const GAP = 26;
const BOARD = (SIZE - 2 * EDGE - 2 * GAP) / 3;
const CELL = BOARD / 3;

const place = (step: number): number => EDGE + Math.floor(step / 3) * (BOARD + GAP) + (step % 3) * CELL;

/** How far a mark reaches in its square, and how thick it is, as parts of the square. */
interface Stroke {
  readonly reach: number;
  readonly width: number;
  readonly alpha: number;
}
const CELL_STROKE: Stroke = { reach: 0.24, width: 0.1, alpha: 1 };

/** `caption` says below the board what was played and how it ended. */
export async function drawPicture(view: BoardView, caption: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SIZE, SIZE + 70];
  const brush = canvas.getContext("2d")!;
  const ink = inks();
  brush.fillStyle = ink("--paper");
  brush.fillRect(0, 0, canvas.width, canvas.height);
  for (const board of NINE) drawBoard(brush, view, board, ink);
  for (let square = 0; square < 81; square++) {
    const mark = view.cells[square];
    if (isOwned(mark)) drawMark(brush, mark, place(columnOf(square)), place(rowOf(square)), CELL, ink, CELL_STROKE);
  }
  drawLine(brush, view, ink);
  drawCaption(brush, caption, ink);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

function drawCaption(brush: CanvasRenderingContext2D, caption: string, ink: (name: string) => string): void {
  const family = getComputedStyle(document.documentElement).getPropertyValue("--serif");
  brush.fillStyle = ink("--ink");
  brush.font = `600 36px ${family}`;
  brush.fillText("Ninefold", EDGE, SIZE + 30);
  brush.textAlign = "right";
  brush.fillText(caption, SIZE - EDGE, SIZE + 30);
}

/** The theme's colours as plain ones: a canvas does not understand light-dark(). */
function inks(): (name: string) => string {
  const probe = document.createElement("span");
  document.body.append(probe);
  const known = new Map(
    ["--paper", "--ink", "--x", "--o", "--sunk", "--line"].map((name) => {
      probe.style.color = `var(${name})`;
      return [name, getComputedStyle(probe).color] as const;
    }),
  );
  probe.remove();
  return (name) => known.get(name) ?? "#000";
}

const isOwned = (owner: string | undefined): owner is Player => owner === "X" || owner === "O";

function drawBoard(brush: CanvasRenderingContext2D, view: BoardView, board: number, ink: (name: string) => string): void {
  const [x, y] = [place(3 * (board % 3)), place(3 * Math.floor(board / 3))];
  const owner = view.owners[board];
  const paint = (colour: string, alpha: number): void => {
    brush.globalAlpha = alpha;
    brush.fillStyle = ink(colour);
    brush.beginPath();
    brush.roundRect(x - 8, y - 8, BOARD + 16, BOARD + 16, 18);
    brush.fill();
    brush.globalAlpha = 1;
  };
  paint("--sunk", 1);
  if (isOwned(owner)) paint(owner === "X" ? "--x" : "--o", 0.15);
  else if (owner === "-") paint("--line", 0.6);
  brush.strokeStyle = ink("--line");
  brush.lineWidth = 2;
  for (const step of [1, 2]) {
    brush.beginPath();
    brush.moveTo(x + step * CELL, y + 6);
    brush.lineTo(x + step * CELL, y + BOARD - 6);
    brush.moveTo(x + 6, y + step * CELL);
    brush.lineTo(x + BOARD - 6, y + step * CELL);
    brush.stroke();
  }
  if (isOwned(owner)) drawMark(brush, owner, x, y, BOARD, ink, { reach: 0.36, width: 0.12, alpha: view.capturedStayOpen ? 0.28 : 0.66 });
}

function drawMark(
  brush: CanvasRenderingContext2D,
  player: Player,
  x: number,
  y: number,
  size: number,
  ink: (name: string) => string,
  { reach, width, alpha }: Stroke,
): void {
  brush.save();
  brush.globalAlpha = alpha;
  brush.strokeStyle = ink(player === "X" ? "--x" : "--o");
  brush.lineWidth = size * width;
  brush.lineCap = "round";
  brush.beginPath();
  const [near, far] = [size * (0.5 - reach), size * (0.5 + reach)];
  if (player === "X") {
    brush.moveTo(x + near, y + near);
    brush.lineTo(x + far, y + far);
    brush.moveTo(x + far, y + near);
    brush.lineTo(x + near, y + far);
  } else brush.arc(x + size / 2, y + size / 2, size * reach, 0, 2 * Math.PI);
  brush.stroke();
  brush.restore();
}

function drawLine(brush: CanvasRenderingContext2D, view: BoardView, ink: (name: string) => string): void {
  const [first, , last] = view.line;
  if (first === undefined || last === undefined) return;
  const middle = (board: number): [number, number] => [place(3 * (board % 3)) + BOARD / 2, place(3 * Math.floor(board / 3)) + BOARD / 2];
  const [[x1, y1], [x2, y2]] = [middle(first), middle(last)];
  const [dx, dy] = [(Math.sign(x2 - x1) * BOARD) / 3, (Math.sign(y2 - y1) * BOARD) / 3];
  brush.lineCap = "round";
  for (const [colour, width] of [
    ["--paper", 30],
    ["--ink", 16],
  ] as const) {
    brush.strokeStyle = ink(colour);
    brush.lineWidth = width;
    brush.beginPath();
    brush.moveTo(x1 - dx, y1 - dy);
    brush.lineTo(x2 + dx, y2 + dy);
    brush.stroke();
  }
}
