/** What somebody analyses: a tree, where they stand in it, and the board there. Every change makes another tree. */

import type { Core, Place } from "../engine/core";
import type { Board } from "../lib/messages";
import { formatRecord } from "./format-record";
import { packTree } from "./link";
import { beside, cut, depthOf, DEEPEST, endOf, grow, moveAt, nextAt, promote, squaresTo, withMove, type Path, type Tree } from "./tree";

/** Whether a change can be taken back with the browser's Back button: small ones are not kept one by one. */
export type Weight = "small" | "large";

export class Study {
  tree = $state.raw<Tree>() as Tree;
  path = $state.raw<Path>([]);
  readonly #rules: Core;
  readonly #onchange: (weight: Weight) => void;

  constructor(rules: Core, tree: Tree, onchange: (weight: Weight) => void) {
    this.#rules = rules;
    this.#onchange = onchange;
    this.tree = tree;
    this.path = endOf(tree, []);
  }

  readonly move = $derived(moveAt(this.tree, this.path));
  readonly place: Place = $derived.by(() => this.#placeAt(this.path));
  readonly board: Board = $derived.by(() => this.boardAt(this.path));
  /** The end of the line that one stands in. */
  readonly end = $derived(endOf(this.tree, this.path));

  get link(): string {
    return packTree(this.tree);
  }

  get record(): string {
    return formatRecord(this.tree, this.#result());
  }

  boardAt(path: Path): Board {
    this.#rules.turnTo(this.#placeAt(path));
    return this.#rules.board();
  }

  /** Another tree takes the place of this one. */
  open(tree: Tree, weight: Weight = "large"): void {
    [this.tree, this.path] = [tree, endOf(tree, [])];
    this.#onchange(weight);
  }

  go(path: Path): void {
    this.path = path;
  }

  /** Steps along the line: to the start, back, forth, to its end. */
  step(by: number): void {
    const to = Math.max(0, this.path.length + by);
    this.path = by < 0 ? this.path.slice(0, to) : this.end.slice(0, to);
  }

  beside(by: number): void {
    this.path = beside(this.tree, this.path, by);
  }

  play(square: number): void {
    if (!this.board.legal.includes(square)) return;
    const branches = nextAt(this.tree, this.path).length > 0;
    const [tree, path] = grow(this.tree, this.path, square);
    if (branches && depthOf(path) > DEEPEST) return;
    this.#change(tree, path);
  }

  /** Play several moves, one after the other. */
  playLine(squares: readonly number[]): void {
    for (const square of squares) this.play(square);
  }

  promote(): void {
    this.#change(...promote(this.tree, this.path));
  }

  cut(): void {
    if (this.path.length > 0) this.#change(...cut(this.tree, this.path), "large");
  }

  note(change: { comment?: string; mark?: string }): void {
    if (this.move) this.#change(withMove(this.tree, this.path, change), this.path);
  }

  #change(tree: Tree, path: Path, weight: Weight = "small"): void {
    const told = tree === this.tree;
    // How a game ended off the board is told of the moves that were played, and of no others.
    const same = squaresTo(tree, endOf(tree, [])).join() === squaresTo(this.tree, endOf(this.tree, [])).join();
    this.tree = same ? tree : { ...tree, result: "*", tags: tree.tags.filter(([name]) => name !== "Ending") };
    this.path = path;
    if (!told) this.#onchange(weight);
  }

  #placeAt(path: Path): Place {
    const { mode, from } = this.tree;
    return { axes: mode.axes, moves: squaresTo(this.tree, path), ...(from ? { from } : {}) };
  }

  /** The result of the main line: the board's where it decides. */
  #result(): string {
    const { result } = this.boardAt(endOf(this.tree, []));
    return result ? (result.winner ?? "=") : this.tree.result;
  }
}
