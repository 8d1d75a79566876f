/** A picture of a game to send to somebody: drawn on a canvas, in the colours of the page's theme. */

import { boardOf, columnOf, NINE, rowOf, type Player } from "../board/geometry";
import type { BoardView } from "../board/view";

const SIZE = 1080;
const EDGE = 70;
const GAP = 26;
const BOARD = (SIZE - 2 * EDGE - 2 * GAP) / 3;
const CELL = BOARD / 3;

const place = (step: number): number => EDGE + Math.floor(step / 3) * (BOARD + GAP) + (step % 3) * CELL;

export async function drawPicture(view: BoardView): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SIZE, SIZE + 70];
  const brush = canvas.getContext("2d")!;
  const ink = inks();
  brush.fillStyle = ink("--paper");
  brush.fillRect(0, 0, canvas.width, canvas.height);
  for (const board of NINE) drawBoard(brush, view, board, ink);
  for (let square = 0; square < 81; square++) {
    const mark = view.cells[square];
    if (mark === "X" || mark === "O") drawMark(brush, mark, place(columnOf(square)), place(rowOf(square)), CELL, ink, alphaOf(view, square));
  }
  drawLine(brush, view, ink);
  brush.fillStyle = ink("--ink");
  brush.font = "600 34px Georgia, serif";
  brush.fillText("Ninefold", EDGE, SIZE + 30);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

/** The theme's colours as plain ones: a canvas does not understand light-dark(). */
function inks(): (name: string) => string {
  const probe = document.createElement("span");
  document.body.append(probe);
  const known = new Map(
    ["--paper", "--ink", "--x", "--o", "--card", "--line"].map((name) => {
      probe.style.color = `var(${name})`;
      return [name, getComputedStyle(probe).color] as const;
    }),
  );
  probe.remove();
  return (name) => known.get(name) ?? "#000";
}

const isOwned = (owner: string | undefined): owner is Player => owner === "X" || owner === "O";
const alphaOf = (view: BoardView, square: number): number => (isOwned(view.owners[boardOf(square)]) && !view.capturedStayOpen ? 0.35 : 1);

function drawBoard(brush: CanvasRenderingContext2D, view: BoardView, board: number, ink: (name: string) => string): void {
  const [x, y] = [place(3 * (board % 3)), place(3 * Math.floor(board / 3))];
  brush.fillStyle = ink("--card");
  brush.beginPath();
  brush.roundRect(x - 8, y - 8, BOARD + 16, BOARD + 16, 18);
  brush.fill();
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
  const owner = view.owners[board];
  if (isOwned(owner)) drawMark(brush, owner, x, y, BOARD, ink, view.capturedStayOpen ? 0.28 : 0.9);
}

function drawMark(brush: CanvasRenderingContext2D, player: Player, x: number, y: number, size: number, ink: (name: string) => string, alpha: number): void {
  brush.save();
  brush.globalAlpha = alpha;
  brush.strokeStyle = ink(player === "X" ? "--x" : "--o");
  brush.lineWidth = size * 0.1;
  brush.lineCap = "round";
  brush.beginPath();
  const [near, far] = [size * 0.27, size * 0.73];
  if (player === "X") {
    brush.moveTo(x + near, y + near);
    brush.lineTo(x + far, y + far);
    brush.moveTo(x + far, y + near);
    brush.lineTo(x + near, y + far);
  } else brush.arc(x + size / 2, y + size / 2, size * 0.24, 0, 2 * Math.PI);
  brush.stroke();
  brush.restore();
}

function drawLine(brush: CanvasRenderingContext2D, view: BoardView, ink: (name: string) => string): void {
  const [first, , last] = view.line;
  if (first === undefined || last === undefined) return;
  const middle = (board: number): [number, number] => [place(3 * (board % 3)) + BOARD / 2, place(3 * Math.floor(board / 3)) + BOARD / 2];
  brush.strokeStyle = ink(view.owners[first] === "X" ? "--x" : "--o");
  brush.lineWidth = 22;
  brush.lineCap = "round";
  brush.beginPath();
  brush.moveTo(...middle(first));
  brush.lineTo(...middle(last));
  brush.stroke();
}
