/** One look through a game: it is begun, stopped and begun anew, it tells how far it is, and is not done twice. */

import { beforeEach, expect, test, vi } from "vitest";
import type { Core } from "../engine/core";
import type { Played } from "./review";

interface Asked {
  game: Played;
  manner: { wanted: () => boolean; onprogress: (done: number) => void };
  found: (review: object | null) => void;
  fail: (error: Error) => void;
}
const asked = vi.hoisted((): unknown[] => []) as Asked[];
const engine = vi.hoisted(() => ({ stopped: 0, broken: false, stop: () => (engine.stopped += 1) }));
vi.mock("../engine/module", () => ({
  openRules: () => Promise.resolve({ turnTo: vi.fn(), board: () => ({ ply: 9 }) } as unknown as Core),
}));
vi.mock("../engine/engine", () => ({
  Engine: { open: () => (engine.broken ? Promise.reject(new Error("no memory")) : Promise.resolve(engine)) },
}));
vi.mock("./review", () => ({
  boardAt: (game: Played, _: Core, ply: number) => ({ ply, of: game.moves.length }),
  review: (game: Played, _: unknown, __: unknown, manner: Asked["manner"]) =>
    new Promise((found, fail) => asked.push({ game, manner, found, fail })),
}));

let ReviewSession: typeof import("./session.svelte").ReviewSession;
const of = (...moves: number[]): Played => ({ axes: { release: "full" }, moves }) as unknown as Played;
const settled = async (): Promise<void> => {
  for (let n = 0; n < 5; n += 1) await new Promise((done) => setTimeout(done));
};
beforeEach(async () => {
  asked.length = 0;
  Object.assign(engine, { stopped: 0, broken: false });
  vi.resetModules();
  await import("../engine/shared");
  ({ ReviewSession } = await import("./session.svelte"));
});
const begun = async (game: Played): Promise<InstanceType<typeof ReviewSession>> => {
  const session = new ReviewSession(game);
  await settled();
  return session;
};

test("it tells how far it is, and is done when the review is there; its boards are there before", async () => {
  const session = new ReviewSession(of(1, 2));
  expect([session.stage, session.board(1), session.rules]).toEqual(["running", null, null]);
  await settled();
  expect(session.board(1)).toEqual({ ply: 1, of: 2 });
  asked[0]!.manner.onprogress(1);
  expect([session.stage, session.done, session.review]).toEqual(["running", 1, null]);
  asked[0]!.found({ moves: [] });
  await settled();
  expect([session.stage, session.review]).toEqual(["done", { moves: [] }]);
});

test("whoever comes back to the same game does not wait again; another game, or another start, is another one", async () => {
  const first = await begun(of(1, 2));
  asked[0]!.found({ moves: ["one"] });
  await settled();
  first.stop();
  expect(first.stage, "what is done stays done").toBe("done");
  expect((await begun(of(1, 2))).review).toEqual({ moves: ["one"] });
  expect(asked).toHaveLength(1);
  await begun(of(1, 2, 3));
  await begun({ ...of(1, 2), from: { turn: "O" } } as unknown as Played);
  await begun({ ...of(1, 2), axes: { release: "decided" } } as unknown as Played);
  expect(asked).toHaveLength(4);
});

test("one that was stopped tells nothing any more, and can be begun anew from nothing", async () => {
  const session = await begun(of(1, 2));
  asked[0]!.manner.onprogress(1);
  session.stop();
  expect([session.stage, engine.stopped, asked[0]!.manner.wanted()]).toEqual(["stopped", 1, false]);
  asked[0]!.manner.onprogress(2);
  expect(session.done).toBe(1);
  void session.start();
  expect([session.stage, session.done]).toEqual(["running", 0]);
  asked[0]!.found({ moves: ["late"] });
  await settled();
  expect([session.stage, session.review]).toEqual(["running", null]);
  asked[1]!.found({ moves: ["new"] });
  await settled();
  expect([session.stage, session.review]).toEqual(["done", { moves: ["new"] }]);
});

test("one that somebody else's question ended is stopped, and what goes wrong has failed", async () => {
  const session = await begun(of(1));
  asked[0]!.found(null);
  await settled();
  expect([session.stage, session.review]).toEqual(["stopped", null]);
  void session.start();
  await settled();
  asked[1]!.fail(new Error("the worker is gone"));
  await settled();
  expect(session.stage).toBe("failed");
  engine.broken = true;
  vi.resetModules();
  ({ ReviewSession } = await import("./session.svelte"));
  expect((await begun(of(2))).stage).toBe("failed");
});
