/**
 * Moves that branch: a game and its side lines. A tree is never changed; each change makes another. Where somebody stands in
 * it is a path: which of the moves was taken at each step, 0 for the one that goes on.
 */

import type { SetUp } from "../engine/core";
import type { Mode } from "../lib/messages";

export interface Move {
  readonly square: number;
  /** What an annotator says of it: `!`, `?!` and so on. */
  readonly mark: string;
  readonly comment: string;
  /** What its player had left, in milliseconds. */
  readonly clock: number | null;
  /** What was played after it; the first goes on, the others are side lines. */
  readonly next: readonly Move[];
}

export interface Tree {
  readonly mode: Mode;
  /** Where it begins, unless that is the empty board. */
  readonly from: SetUp | null;
  /** What a record says besides: players, date and so on. */
  readonly tags: readonly (readonly [name: string, value: string])[];
  /** How the game ended off the board, if it did: X, O or =. */
  readonly result: string;
  readonly next: readonly Move[];
}

export type Path = readonly number[];

export const MARKS = ["!!", "!", "!?", "?!", "?", "??"] as const;
/** A side line of a side line and so on: no record has more (`rules/record.py`). */
export const DEEPEST = 50;

export const bareMove = (square: number): Move => ({ square, mark: "", comment: "", clock: null, next: [] });
export const emptyTree = (mode: Mode, from: SetUp | null = null): Tree => ({ mode, from, tags: [], result: "*", next: [] });

/** The moves of a path, as far as the tree has them. */
export function movesTo(tree: Tree, path: Path): Move[] {
  const moves: Move[] = [];
  let next = tree.next;
  for (const place of path) {
    const move = next[place];
    if (!move) break;
    moves.push(move);
    next = move.next;
  }
  return moves;
}

export const squaresTo = (tree: Tree, path: Path): number[] => movesTo(tree, path).map(({ square }) => square);
export const moveAt = (tree: Tree, path: Path): Move | null => movesTo(tree, path).at(-1) ?? null;
export const nextAt = (tree: Tree, path: Path): readonly Move[] => (path.length === 0 ? tree.next : (moveAt(tree, path)?.next ?? []));

/** The path from somewhere to the end of its line. */
export function endOf(tree: Tree, path: Path): Path {
  const end = [...path];
  for (let next = nextAt(tree, path); next.length > 0; next = next[0]!.next) end.push(0);
  return end;
}

export const samePath = (one: Path, other: Path): boolean => one.length === other.length && one.every((place, n) => place === other[n]);

/** The tree with other moves after a path. */
export function withNext(tree: Tree, path: Path, change: (next: readonly Move[]) => readonly Move[]): Tree {
  return { ...tree, next: changed(tree.next, path, change) };
}

function changed(next: readonly Move[], path: Path, change: (next: readonly Move[]) => readonly Move[]): readonly Move[] {
  const [place, ...rest] = path;
  if (place === undefined) return change(next);
  return next.map((move, n) => (n === place ? { ...move, next: changed(move.next, rest, change) } : move));
}

/** The tree with another comment or mark on the move of a path. */
export function withMove(tree: Tree, path: Path, change: Partial<Pick<Move, "comment" | "mark" | "clock">>): Tree {
  const last = path.at(-1);
  return withNext(tree, path.slice(0, -1), (next) => next.map((move, n) => (n === last ? { ...move, ...change } : move)));
}

/** Play a square after a path: a move that stands there already is followed, another one branches off. */
export function grow(tree: Tree, path: Path, square: number): [Tree, Path] {
  const known = nextAt(tree, path).findIndex((move) => move.square === square);
  if (known >= 0) return [tree, [...path, known]];
  const place = nextAt(tree, path).length;
  return [withNext(tree, path, (next) => [...next, bareMove(square)]), [...path, place]];
}

/** Side lines that a new side line here would lie in. */
export const depthOf = (path: Path): number => path.filter((place) => place > 0).length;

/** Cut the move of a path and all that follows it; one then stands before it. */
export function cut(tree: Tree, path: Path): [Tree, Path] {
  const [before, last] = [path.slice(0, -1), path.at(-1)];
  return [withNext(tree, before, (next) => next.filter((_, place) => place !== last)), before];
}

/** Let the innermost side line of a path become what goes on there. */
export function promote(tree: Tree, path: Path): [Tree, Path] {
  const at = path.findLastIndex((place) => place > 0);
  if (at < 0) return [tree, path];
  const taken = path[at]!;
  const up = withNext(tree, path.slice(0, at), (next) => [next[taken]!, ...next.filter((_, place) => place !== taken)]);
  return [up, [...path.slice(0, at), 0, ...path.slice(at + 1)]];
}

/** The path to the next (or the previous) of the moves that stand side by side with its last one. */
export function beside(tree: Tree, path: Path, step: number): Path {
  const last = path.at(-1);
  if (last === undefined) return path;
  const count = nextAt(tree, path.slice(0, -1)).length;
  return [...path.slice(0, -1), Math.max(0, Math.min(count - 1, last + step))];
}
