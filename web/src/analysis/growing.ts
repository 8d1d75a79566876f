/** A tree while it is being read: each move is tried on the core, and what is refused says which move and why. */

import { squareName } from "../board/geometry";
import { refusal } from "../board/view";
import { refusalText } from "../board/words";
import type { Core, SetUp } from "../engine/core";
import type { Board, Mode } from "../lib/messages";
import { viewOf } from "../lib/view";
import { DEEPEST, emptyTree, grow, moveAt, withMove, type Path, type Tree } from "./tree";
import { Unreadable } from "./unreadable";

/** The line that is being read: where it stands, whether a move was read in it, and whether a comment may follow. */
interface Line {
  path: Path;
  /** The squares up to here. */
  squares: readonly number[];
  begun: boolean;
  mayNote: boolean;
}

export class Growing {
  tree: Tree;
  readonly #rules: Core;
  readonly #lines: Line[] = [{ path: [], squares: [], begun: false, mayNote: false }];

  constructor(rules: Core, mode: Mode, from: SetUp | null) {
    this.#rules = rules;
    this.tree = emptyTree(mode, from);
    this.#turn();
  }

  get #line(): Line {
    return this.#lines.at(-1)!;
  }

  /** The position that is reached. */
  get board(): Board {
    return this.#rules.board();
  }

  get inSideLine(): boolean {
    return this.#lines.length > 1;
  }

  /** Whether a comment may follow: one after each move, before its side lines. */
  get mayNote(): boolean {
    return this.#line.mayNote;
  }

  play(square: number): void {
    const line = this.#line;
    const { board } = this;
    const why = refusal(viewOf(board, this.tree.mode.axes), square, true);
    if (why) throw new Unreadable("read.illegal", { player: board.turn, move: squareName(square) }, () => [refusalText(why)]);
    this.#rules.play(square);
    [this.tree, line.path] = grow(this.tree, line.path, square);
    line.squares = [...line.squares, square];
    line.begun = line.mayNote = true;
  }

  mark(mark: string): void {
    this.tree = withMove(this.tree, this.#line.path, { mark });
  }

  /** Say something of the last move; what a line that repeats another says of it comes after that. */
  comment(text: string, clock: number | null): void {
    const before = moveAt(this.tree, this.#line.path);
    const comment = [before?.comment, text].filter(Boolean).join("\n");
    this.tree = withMove(this.tree, this.#line.path, { comment, clock: clock ?? before?.clock ?? null });
    this.#line.mayNote = false;
  }

  /** Begin a side line: what could have been played instead of the last move. */
  open(): void {
    const { path, squares, begun } = this.#line;
    if (!begun) throw new Unreadable("read.sideFirst");
    if (this.#lines.length > DEEPEST) throw new Unreadable("read.sideDeep", { count: DEEPEST });
    this.#lines.push({ path: path.slice(0, -1), squares: squares.slice(0, -1), begun: false, mayNote: false });
    this.#turn();
  }

  close(): void {
    if (!this.inSideLine) throw new Unreadable("read.sideClosed");
    if (!this.#line.begun) throw new Unreadable("read.sideEmpty");
    this.#lines.pop();
    this.#line.mayNote = false;
    this.#turn();
  }

  #turn(): void {
    const { mode, from } = this.tree;
    this.#rules.turnTo({ axes: mode.axes, moves: this.#line.squares, ...(from ? { from } : {}) });
  }
}
