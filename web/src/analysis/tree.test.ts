// @vitest-environment node
import { expect, test } from "vitest";
import { ABOUT } from "../lib/offered";
import { beside, cut, emptyTree, endOf, grow, moveAt, promote, squaresTo, withMove, type Path, type Tree } from "./tree";

/** Play squares one after the other. */
function played(tree: Tree, path: Path, ...squares: number[]): [Tree, Path] {
  return squares.reduce<[Tree, Path]>(([now, at], square) => grow(now, at, square), [tree, path]);
}

const EMPTY = emptyTree(ABOUT.modes[0]!);
const [MAIN, END] = played(EMPTY, [], 40, 36, 4);

test("a move that stands there is followed, another one branches off", () => {
  const [same, path] = grow(MAIN, [0], 36);
  expect(same).toBe(MAIN);
  expect(path).toEqual([0, 0]);
  const [tree, side] = played(MAIN, [0], 44, 80);
  expect(side).toEqual([0, 1, 0]);
  expect(squaresTo(tree, side)).toEqual([40, 44, 80]);
  expect(squaresTo(tree, endOf(tree, []))).toEqual([40, 36, 4]);
});

test("a side line becomes the main line one step at a time", () => {
  const [one, side] = played(MAIN, [0], 44, 80);
  const [tree, inner] = played(one, side.slice(0, -1), 76);
  const [up, path] = promote(tree, inner);
  expect(squaresTo(up, path)).toEqual([40, 44, 76]);
  expect(path).toEqual([0, 1, 0]);
  const [top, main] = promote(up, path);
  expect(main).toEqual([0, 0, 0]);
  expect(squaresTo(top, endOf(top, []))).toEqual([40, 44, 76]);
  expect(promote(top, main)).toEqual([top, main]);
});

test("a cut takes the move and all that follows, and nothing beside it", () => {
  const [tree] = played(MAIN, [0], 44, 80);
  const [less, path] = cut(tree, [0, 0]);
  expect(path).toEqual([0]);
  expect(squaresTo(less, endOf(less, []))).toEqual([40, 44, 80]);
});

test("comments belong to their move, and another move stands beside", () => {
  const [tree, side] = grow(MAIN, [0], 44);
  const noted = withMove(tree, side, { comment: "sharp", mark: "!?" });
  expect(moveAt(noted, side)).toMatchObject({ square: 44, comment: "sharp", mark: "!?" });
  expect(moveAt(noted, END)).toMatchObject({ square: 4, comment: "" });
  expect(beside(noted, side, -1)).toEqual([0, 0]);
  expect(beside(noted, side, 1)).toEqual(side);
});
