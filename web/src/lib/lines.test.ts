/** The lines to the server: how they come back, and what a game and a visitor's page make of what they hear. */

import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Cause, Game, GameSummary, Side } from "./messages";
import { line, titled } from "./line.svelte";
import { LiveGame } from "./live-game.svelte";
import { aGame, NOTHING, person } from "./pretending.svelte";
import { pretendSockets, PretendedSocket } from "./pretended-socket";
import { currentRoute, go } from "./router.svelte";
import { Link, type LinkState } from "./socket";

const heard = vi.hoisted(() => ({ sounds: [] as string[], notices: [] as string[] }));
vi.mock("./sound", () => ({ play: (sound: string) => heard.sounds.push(sound) }));
vi.mock("./notify", () => ({ notify: (_: string, __: string, tag: string) => heard.notices.push(tag) }));

/** What the server answers to a question over HTTP, by method and path; what is not there cannot be reached. */
let answers: Record<string, unknown> = {};
const asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("scrollTo", () => undefined);
  vi.spyOn(Math, "random").mockReturnValue(0.5); // waits are as long as they say, but for a tenth
  pretendSockets();
  answers = {};
  asked.length = 0;
  sessionStorage.clear();
  Object.assign(heard, { sounds: [], notices: [] });
  vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    const found = answers[`${method} ${path}`];
    return found === undefined ? Promise.reject(new TypeError("no network")) : Promise.resolve(Response.json(found));
  });
});
const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const settled = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(0);
  await tick();
};
const sockets = (): number => PretendedSocket.all.length;
const seen = (visible: boolean): void => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visible ? "visible" : "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
};

describe("a link", () => {
  function begin(ping: object | null = { t: "ping" }): {
    link: Link<object, object>;
    states: string[];
    messages: object[];
    ends: string[];
  } {
    const [states, messages, ends] = [[] as string[], [] as object[], [] as string[]];
    const events = {
      onmessage: (message: object) => messages.push(message),
      onstate: (state: LinkState, reason = "") => states.push(reason ? `${state}: ${reason}` : state),
      onend: (reason: string) => ends.push(reason),
    };
    const link = new Link<object, object>("ws://x/live", events, ping);
    opened.push(link);
    return { link, states, messages, ends };
  }

  test("lives once the server has said something, and says only then what it is given", () => {
    const { link, states, messages } = begin();
    expect([PretendedSocket.newest.address, states]).toEqual(["ws://x/live", ["connecting"]]);
    expect(link.send({ t: "early" })).toBe(false);
    PretendedSocket.newest.open();
    expect(states).toEqual(["connecting"]);
    PretendedSocket.newest.hear({ t: "welcome" });
    expect([states, messages]).toEqual([["connecting", "live"], [{ t: "welcome" }]]);
    expect(link.send({ t: "move" })).toBe(true);
    expect(PretendedSocket.newest.said()).toEqual([{ t: "move" }]);
  });

  test("comes back by itself, later each time but within a second, and at once again after a word", () => {
    const { states } = begin();
    for (const wait of [135, 243, 437.4, 787.32, 900, 900]) {
      PretendedSocket.newest.break(1006, "busy");
      expect(states.at(-1)).toBe("lost: busy");
      const before = sockets();
      vi.advanceTimersByTime(wait - 2);
      expect(sockets()).toBe(before);
      vi.advanceTimersByTime(4);
      expect(sockets()).toBe(before + 1);
      expect(states.at(-1), "nobody is told that it tries again").toBe("lost: busy");
    }
    PretendedSocket.newest.open().hear({ t: "welcome" });
    PretendedSocket.newest.break();
    const before = sockets();
    vi.advanceTimersByTime(137);
    expect(sockets()).toBe(before + 1);
  });

  test.each([
    [3999, false],
    [4000, true],
    [4404, true],
  ])("closed with %i it is over for good: %s", (code, over) => {
    const { ends } = begin();
    PretendedSocket.newest.open();
    PretendedSocket.newest.break(code, "no-such-game");
    vi.advanceTimersByTime(5_000);
    expect([ends, sockets()]).toEqual(over ? [["no-such-game"], 1] : [[], 2]);
  });

  test("takes 25 seconds of silence for a broken line, counted from the last word", () => {
    const { states } = begin();
    const first = PretendedSocket.newest.open();
    vi.advanceTimersByTime(24_000);
    first.hear({ t: "ping" });
    vi.advanceTimersByTime(24_900);
    expect([states.at(-1), first.closed]).toEqual(["live", 0]);
    vi.advanceTimersByTime(200);
    expect([states.at(-1), first.closed]).toEqual(["lost", 1]);
    vi.advanceTimersByTime(200);
    expect(sockets()).toBe(2);
    first.hear({ t: "late" });
    expect(states.at(-1), "what the old line still says is not heard").toBe("lost");
  });

  test("a socket that never opens is given up, too", () => {
    const { states } = begin();
    vi.advanceTimersByTime(25_001);
    expect([states.at(-1), PretendedSocket.all[0]!.closed]).toEqual(["lost", 1]);
  });

  test("when it is looked at again it asks, and wants an answer within three seconds", () => {
    const { states } = begin({ t: "ping", n: 0 });
    const first = PretendedSocket.newest.open().hear({ t: "welcome" });
    seen(false);
    expect(first.said()).toEqual([]);
    seen(true);
    expect(first.said()).toEqual([{ t: "ping", n: 0 }]);
    vi.advanceTimersByTime(2_900);
    first.hear({ t: "pong" });
    vi.advanceTimersByTime(3_100);
    expect(states.at(-1)).toBe("live");
    seen(true);
    vi.advanceTimersByTime(3_001);
    expect(states.at(-1)).toBe("lost");
  });

  test("with nothing to ask it waits for the server's next word", () => {
    const { states } = begin(null);
    PretendedSocket.newest.open().hear({ t: "welcome" });
    seen(true);
    vi.advanceTimersByTime(10_000);
    expect(states.at(-1)).toBe("live");
  });

  test("a network that is back, or a look at the page, hurries it; one that lives is left alone", () => {
    begin();
    PretendedSocket.newest.open().hear({ t: "welcome" });
    dispatchEvent(new Event("online"));
    expect(sockets()).toBe(1);
    dispatchEvent(new Event("offline"));
    expect(PretendedSocket.all[0]!.closed).toBe(1);
    dispatchEvent(new Event("online"));
    expect(sockets()).toBe(2);
    for (let n = 0; n < 4; n += 1) {
      PretendedSocket.newest.break();
      vi.advanceTimersByTime(2_000);
    }
    PretendedSocket.newest.break();
    const before = sockets();
    seen(true);
    expect(sockets()).toBe(before + 1);
    PretendedSocket.newest.break();
    vi.advanceTimersByTime(245); // as after the first failure, not after the fifth
    expect(sockets()).toBe(before + 2);
  });

  test("begins anew at once when it is told to, and never after it was closed", () => {
    const { link, states } = begin();
    const first = PretendedSocket.newest.open().hear({ t: "welcome" });
    link.reopen();
    expect([first.closed, sockets(), states.at(-1)]).toEqual([1, 2, "lost"]);
    vi.advanceTimersByTime(2_000);
    expect(sockets(), "only once").toBe(2);
    PretendedSocket.newest.open().hear({ t: "welcome" });
    link.close();
    expect(PretendedSocket.newest.closed).toBe(1);
    PretendedSocket.newest.break();
    PretendedSocket.newest.hear({ t: "late" });
    dispatchEvent(new Event("online"));
    seen(true);
    vi.advanceTimersByTime(60_000);
    expect([sockets(), states.at(-1)]).toEqual([2, "live"]);
  });
});

describe("a game on the server", () => {
  const here = { online: true, gone_ms: null };
  const PRESENCE = { t: "presence", X: here, O: here, watchers: 0, claim_after_ms: null } as const;
  const BEN = { id: "ben", name: "Ben" };
  type Told = { change: [Cause, Game | null][]; refused: string[]; said: string[] };

  function open(
    me: { id: string; name: string } | null = BEN,
    game: Game = aGame(),
  ): { live: LiveGame; told: Told; socket: PretendedSocket } {
    const told: Told = { change: [], refused: [], said: [] };
    const live = new LiveGame("g1", {
      onchange: (cause, before) => told.change.push([cause, before]),
      onrefused: (code, detail) => told.refused.push(`${code} ${detail}`),
      onsaid: (side, phrase) => told.said.push(`${side} ${phrase}`),
    });
    opened.push(live);
    const socket = PretendedSocket.newest.open().hear({ t: "welcome", me, game, presence: PRESENCE });
    return { live, told, socket };
  }
  const event = (more: Partial<Game>, cause: Partial<Cause> = {}): object => ({
    t: "game",
    cause: { ...NOTHING, ...cause },
    game: aGame(more),
  });
  /** After a move of O, so that X is to move. */
  const AFTER = aGame({ version: 4, moves: [49, 36], board: { ...aGame().board, ply: 2, turn: "X", last: 36 } });

  test("is asked for by its name, and shown as the first word tells it, which is no change", () => {
    const { live, told } = open();
    expect(PretendedSocket.newest.address).toMatch(/\/api\/v1\/games\/g1\/live$/);
    expect([live.game!.version, live.me, live.link, told.change]).toEqual([3, BEN, "live", []]);
  });

  test("a newer state replaces an older one and tells of it; an older one never does, by however little", () => {
    const { live, told, socket } = open();
    socket.hear(event({ version: 5, moves: [49, 36, 1] }, { kind: "move", by: "X" }));
    expect([live.game!.version, told.change[0]![0].kind, told.change[0]![1]!.version]).toEqual([5, "move", 3]);
    for (const version of [4, 3, 1]) socket.hear(event({ version, moves: [] }, { kind: "takeback", by: "O" }));
    expect([live.game!.version, live.game!.moves.length, told.change.length]).toEqual([5, 3, 1]);
    socket.hear(event({ version: 6 }, { kind: "offer", by: "X", what: "draw" }));
    expect([live.game!.version, told.change.length]).toEqual([6, 2]);
  });

  test("the same state told again brings new clocks and no news", () => {
    const { live, told, socket } = open();
    const before = live.clockedAt;
    vi.advanceTimersByTime(1_000);
    const clock = { settings: { kind: "timed", initial_s: 60, increment_s: 0 }, X: 5_000, O: 4_000, running: "X", starts_in: 0 } as const;
    socket.hear(event({ clock, moves: [] }));
    expect([live.game!.clock, live.game!.moves, told.change]).toEqual([clock, [49], []]);
    expect(live.clockedAt).toBe(before + 1_000);
    socket.hear(event({ version: 2 }));
    vi.advanceTimersByTime(1_000);
    socket.hear(event({ version: 2 }));
    expect(live.clockedAt, "an older state says nothing of the clocks").toBe(before + 1_000);
  });

  test("sides are those with one's own name on them", () => {
    expect(open().live.mySides).toEqual(["O"]);
    expect(open({ id: "ann", name: "" }).live.mySides).toEqual(["X"]);
    expect(open({ id: "eve", name: "Ben" }).live.mySides).toEqual([]);
    expect(open(null).live.mySides).toEqual([]);
    expect(open(BEN, aGame({ players: { X: person("ben"), O: person("ben") } })).live.mySides).toEqual(["X", "O"]);
  });

  test("a move is drawn at once, sent with its ply, and never twice", () => {
    const { live, socket } = open();
    live.play(36);
    expect(live.underway).toEqual({ ply: 1, square: 36 });
    expect([live.myTurn, live.busy]).toEqual([false, true]);
    live.play(37);
    expect(socket.said()).toEqual([{ t: "move", ply: 1, square: 36, id: expect.any(String) as string }]);
    const waits = open({ id: "ann", name: "" });
    waits.live.play(36);
    expect([waits.socket.said(), waits.live.underway]).toEqual([[], null]);
    const over = open(BEN, aGame({ state: "over" }));
    over.live.play(36);
    expect(over.socket.said()).toEqual([]);
  });

  test("a command waits for its answer, whichever says so; others are still busy", () => {
    const { live, socket } = open();
    live.command({ t: "offer", what: "draw" });
    live.command({ t: "resign" });
    const [offer, resign] = socket.said();
    socket.hear({ t: "done", id: offer!["id"], version: 3 });
    expect([live.busy, socket.said()]).toEqual([true, []]);
    socket.hear(event({ version: 4 }, { kind: "resign", by: "O", id: resign!["id"] as string }));
    expect(live.busy).toBe(false);
    live.command({ t: "resign" });
    socket.hear(event({ version: 5 }, { kind: "move", by: "X", id: "another's" }));
    expect(live.busy).toBe(true);
  });

  test("what was not answered is said again, under the same name, when the line is back", () => {
    const { live, socket } = open();
    live.play(36);
    const [move] = socket.said();
    socket.break();
    vi.advanceTimersByTime(200);
    const again = PretendedSocket.newest.open();
    expect(again.said()).toEqual([]);
    again.hear({ t: "welcome", me: BEN, game: aGame(), presence: PRESENCE });
    expect(again.said()).toEqual([move]);
    expect([live.busy, live.underway]).toEqual([true, { ply: 1, square: 36 }]);
    again.hear({ t: "game", cause: { ...NOTHING, kind: "move", by: "O", id: move!["id"] }, game: AFTER });
    expect([live.busy, live.underway]).toEqual([false, null]);
    again.break();
    vi.advanceTimersByTime(200);
    PretendedSocket.newest.open().hear({ t: "welcome", me: BEN, game: AFTER, presence: PRESENCE });
    expect(PretendedSocket.newest.said()).toEqual([]);
  });

  test("a refused move is taken back, told, and the game is as the server has it", () => {
    const { live, told, socket } = open();
    live.play(36);
    const [move] = socket.said();
    socket.hear({ t: "refused", code: "stale", detail: "Too late.", id: move!["id"], game: { ...AFTER, version: 9 } });
    expect([live.underway, live.busy, live.game!.version, told.refused]).toEqual([null, false, 9, ["stale Too late."]]);
    expect(told.change.map(([cause]) => cause.kind)).toEqual(["state"]);
    socket.hear({ t: "refused", code: "rate-limited", detail: "", id: null, game: null });
    expect([live.game!.version, told.refused.length]).toEqual([9, 2]);
  });

  test("a move that is no longer about this position is not drawn any more", () => {
    const { live, socket } = open();
    live.play(36);
    socket.hear(event({ version: 4 }, { kind: "offer", by: "X", what: "draw" }));
    expect(live.underway).toEqual({ ply: 1, square: 36 });
    socket.hear({ t: "game", cause: { ...NOTHING, kind: "move", by: "O" }, game: { ...AFTER, version: 5 } });
    expect(live.underway).toBeNull();
  });

  test("whoever hears that there is a newer state asks for it; a ping is answered by its number", () => {
    const { socket } = open();
    socket.hear({ t: "ping", n: 7, version: 3 });
    expect(socket.said()).toEqual([{ t: "pong", n: 7 }]);
    socket.hear({ t: "ping", n: 8, version: 4 });
    expect(socket.said()).toEqual([{ t: "pong", n: 8 }, { t: "sync" }]);
    socket.hear({ t: "done", id: "x", version: 4 });
    expect(socket.said()).toEqual([{ t: "sync" }]);
    socket.hear({ t: "pong" }, { t: "stopping" });
    expect(socket.said()).toEqual([]);
  });

  test("who is there, since when that was told, and what is said come through", () => {
    const { live, told, socket } = open();
    vi.advanceTimersByTime(500);
    const gone = { ...PRESENCE, X: { online: false, gone_ms: 40 } };
    socket.hear(gone);
    expect([live.presence, live.presenceAt]).toEqual([gone, performance.now()]);
    socket.hear({ t: "said", side: "X", phrase: "hello" });
    expect(told.said).toEqual(["X hello"]);
    live.say("nice");
    expect(socket.said()).toEqual([{ t: "say", phrase: "nice" }]);
  });

  test("a line that was lost and is back says so, until something happens", () => {
    const { live, socket } = open();
    expect(live.returned).toBe(false);
    socket.break(1006, "busy");
    expect([live.link, live.linkRefused, live.returned]).toEqual(["lost", "busy", false]);
    vi.advanceTimersByTime(200);
    const back = PretendedSocket.newest.open().hear({ t: "welcome", me: BEN, game: aGame(), presence: PRESENCE });
    expect([live.link, live.linkRefused, live.returned]).toEqual(["live", "", true]);
    back.hear(event({ version: 4 }));
    back.hear(event({ version: 5 }, { kind: "move", by: "X" }));
    expect(live.returned).toBe(false);
  });

  test("a first line that breaks before it told anything comes back without a word", () => {
    const live = new LiveGame("g1");
    opened.push(live);
    PretendedSocket.newest.break();
    vi.advanceTimersByTime(200);
    PretendedSocket.newest.open().hear({ t: "welcome", me: BEN, game: aGame(), presence: PRESENCE });
    expect([live.link, live.returned]).toEqual(["live", false]);
  });

  const REPLY = { game: aGame({ version: 4 }), me: BEN, seats: ["O"] };
  test("a stranger who joins comes over a new line, and was never away", async () => {
    answers["POST /api/v1/games/g1/join"] = REPLY;
    const { live, told, socket } = open(null);
    await live.join();
    expect([live.me, live.mySides, live.game!.version, told.change[0]![0]]).toEqual([BEN, ["O"], 4, { ...NOTHING, kind: "join", by: "O" }]);
    expect([socket.closed, sockets()]).toEqual([1, 2]);
    PretendedSocket.newest.open().hear({ t: "welcome", me: BEN, game: aGame({ version: 4 }), presence: PRESENCE });
    expect([live.link, live.returned]).toEqual(["live", false]);
    PretendedSocket.newest.break();
    vi.advanceTimersByTime(200);
    PretendedSocket.newest.open().hear({ t: "welcome", me: BEN, game: aGame({ version: 4 }), presence: PRESENCE });
    expect(live.returned, "but the next time in earnest").toBe(true);
  });

  test("a line that breaks again while somebody joins was lost in earnest; whoever is known keeps theirs", async () => {
    answers["POST /api/v1/games/g1/join"] = REPLY;
    const { live } = open(null);
    await live.join();
    PretendedSocket.newest.break();
    vi.advanceTimersByTime(500);
    PretendedSocket.newest.open().hear({ t: "welcome", me: BEN, game: aGame({ version: 4 }), presence: PRESENCE });
    expect(live.returned).toBe(true);
    const known = open(BEN);
    const before = sockets();
    await known.live.join();
    expect([sockets(), known.socket.closed]).toEqual([before, 0]);
  });

  test("a game that is not there is a trouble with the server's word, and a closed one hears nothing", () => {
    const { live, socket } = open();
    socket.break(4404, "no-such-game");
    expect(live.trouble!.code).toBe("no-such-game");
    const other = open();
    other.live.close();
    other.socket.hear(event({ version: 9 }));
    expect(other.live.game!.version).toBe(3);
  });
});

describe("a visitor's own line", () => {
  const ME = { id: "me", name: "Mia" };
  const summary = (id: string, more: Partial<GameSummary> = {}): GameSummary =>
    ({
      ...{ id, state: "playing", mode: "modern", opponent: "link", turn: "X", ply: 4, updated_at: 1, result: null },
      ...{ players: { X: person("me", "Mia"), O: person("ben", "Ben") }, ...more },
    }) as GameSummary;
  const news = (id: string, more: Partial<GameSummary> = {}): object => ({ t: "news", cause: NOTHING, game: summary(id, more) });

  async function start(games: GameSummary[] = []): Promise<PretendedSocket> {
    answers["GET /api/v1/me"] = ME;
    answers["GET /api/v1/me/games?limit=1"] = { games, next: null };
    Object.assign(line, { games: null, played: false, gamesTrouble: null, search: null, refused: null, news: [], lobby: null, me: null });
    go("/");
    await line.start();
    const socket = PretendedSocket.newest.open().hear({ t: "line", me: ME });
    await settled();
    opened.push({ close: () => socket.break(4000, "test") });
    return socket;
  }
  const ids = (): string[] => line.games!.map(({ id }) => id);
  const FIVE = { kind: "timed", initial_s: 300, increment_s: 0 } as const;

  test("is opened once the server knows who it is; until then it is asked again, later each time", async () => {
    void line.start();
    await settled();
    expect([line.link, sockets(), asked.length]).toEqual(["lost", 0, 1]);
    await vi.advanceTimersByTimeAsync(499);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(799);
    expect(asked).toHaveLength(2);
    answers["GET /api/v1/me"] = ME;
    await vi.advanceTimersByTimeAsync(1);
    expect([asked.length, sockets(), line.me]).toEqual([3, 1, ME]);
    expect(PretendedSocket.newest.address).toMatch(/\/me\/live$/);
    PretendedSocket.newest.break(4000);
  });

  test("knows unfinished games, and whether there ever were any", async () => {
    await start([summary("a"), summary("b", { state: "waiting" }), summary("c", { state: "over" }), summary("d", { state: "aborted" })]);
    expect([ids(), line.played, document.documentElement.dataset["line"]]).toEqual([["a", "b"], true, "live"]);
    await start([summary("c", { state: "over" })]);
    expect([ids(), line.played]).toEqual([[], true]);
    await start([]);
    expect([ids(), line.played]).toEqual([[], false]);
  });

  test("games that could not be told are asked for again after a while", async () => {
    const socket = await start([summary("a")]);
    delete answers["GET /api/v1/me/games?limit=1"];
    socket.hear({ t: "line", me: null });
    await settled();
    expect([line.gamesTrouble!.code, line.me, ids()]).toEqual(["offline", ME, ["a"]]);
    answers["GET /api/v1/me/games?limit=1"] = { games: [summary("b")], next: null };
    await vi.advanceTimersByTimeAsync(4_999);
    expect(line.gamesTrouble).not.toBeNull();
    await vi.advanceTimersByTimeAsync(2);
    expect([line.gamesTrouble, ids()]).toEqual([null, ["b"]]);
  });

  test.each([
    ["playing", ["new", "a", "b"]],
    ["waiting", ["new", "a", "b"]],
    ["over", ["a", "b"]],
    ["aborted", ["a", "b"]],
  ] as const)("a game of which there is news, now %s, comes first while it goes on", async (state, after) => {
    const socket = await start([summary("a"), summary("new"), summary("b")]);
    socket.hear(news("new", { state, updated_at: 9 }));
    expect([ids(), line.played]).toEqual([[...after], true]);
    if (after.length === 3) expect(line.games![0]!.updated_at).toBe(9);
  });

  test("news are three at most, one a game, the newest last; not of the game that is looked at, and until they are put away", async () => {
    const socket = await start();
    const told = (): string[] => line.news.map(({ game }) => game.id);
    socket.hear(news("a"), news("b"), news("c"));
    expect(told()).toEqual(["a", "b", "c"]);
    socket.hear(news("a", { ply: 6 }));
    expect(told()).toEqual(["b", "c", "a"]);
    socket.hear(news("d"));
    expect(told()).toEqual(["c", "a", "d"]);
    line.forget(line.news[1]!);
    expect(told()).toEqual(["c", "d"]);
    go("/game/e");
    socket.hear(news("e"));
    expect([told(), ids()[0]]).toEqual([["c", "d"], "e"]);
    go("/game/e/review");
    socket.hear(news("e"));
    expect(told()).toEqual(["c", "d", "e"]);
  });

  test("games with people wait for a move, where it is one's turn and they are not looked at", async () => {
    await start([
      summary("mine"),
      summary("theirs", { turn: "O" }),
      summary("open", { opponent: "open" }),
      summary("computer", { opponent: "computer" }),
      summary("shared", { opponent: "same-device" }),
      summary("waits", { state: "waiting" }),
      summary("another's", { players: { X: person("eve"), O: person("me") } }),
    ]);
    expect(line.awaiting.map(({ id }) => id)).toEqual(["mine", "open"]);
    expect(titled("Home")).toBe("(2) Home · Ninefold");
    go("/game/open");
    expect(titled("Home")).toBe("(1) Home · Ninefold");
    line.games = [];
    expect(titled("Home")).toBe("Home · Ninefold");
    line.games = null;
    expect(line.awaiting).toEqual([]);
  });

  test("a search goes on over reloads and lost lines, its clock from when it began", async () => {
    const socket = await start();
    vi.setSystemTime(100_000);
    line.seek({ modes: ["battle"], clocks: [FIVE] });
    const asked = { t: "seek", modes: ["battle"], clocks: [FIVE], tie_break: null, swap: null, only: null, id: null };
    expect([line.search, socket.said(), line.since]).toEqual([asked, [asked], 100_000]);
    vi.setSystemTime(130_000);
    line.seek({ modes: [], clocks: [FIVE], tie_break: "boards", swap: true });
    const changed = { ...asked, modes: [], tie_break: "boards", swap: true };
    expect([line.search, socket.said(), line.since]).toEqual([changed, [changed], 100_000]);
    expect(JSON.parse(sessionStorage.getItem("ninefold-search")!)).toEqual(changed);
    socket.hear({ t: "line", me: ME });
    expect(socket.said()).toEqual([changed]);
    line.stop();
    expect([line.search, socket.said(), sessionStorage.getItem("ninefold-search")]).toEqual([null, [{ t: "unseek" }], null]);
    socket.hear({ t: "line", me: ME });
    expect(socket.said()).toEqual([]);
    vi.setSystemTime(150_000);
    line.seek({ modes: [], clocks: [], only: "s1" });
    expect([line.since, line.search!.only]).toEqual([150_000, "s1"]);
  });

  test("a search that was kept is taken up again by the next page", async () => {
    sessionStorage.setItem("ninefold-search", JSON.stringify({ t: "seek", modes: ["open"] }));
    answers["GET /api/v1/me"] = ME;
    answers["GET /api/v1/me/games?limit=1"] = { games: [], next: null };
    vi.setSystemTime(70_000);
    await line.start();
    const socket = PretendedSocket.newest.open().hear({ t: "line", me: ME });
    expect([socket.said(), line.since]).toEqual([[{ t: "seek", modes: ["open"] }], 70_000]);
    socket.break(4000);
    sessionStorage.setItem("ninefold-search", "{");
    await line.start();
    expect(line.search).toBeNull();
    PretendedSocket.newest.break(4000);
  });

  test("whoever is called is here; whoever was dropped looks again, if they still look", async () => {
    const socket = await start();
    socket.hear({ t: "called", seek: "s7" });
    expect(socket.said()).toEqual([{ t: "here", seek: "s7" }]);
    socket.hear({ t: "seeking", seek: null, since: null });
    expect(socket.said()).toEqual([]);
    line.seek({ modes: [], clocks: [] });
    socket.said();
    socket.hear({ t: "seeking", seek: "s8", since: 1 });
    expect(socket.said()).toEqual([]);
    socket.hear({ t: "seeking", seek: null, since: null });
    expect(socket.said()).toEqual([line.search]);
  });

  test("a pair is told by sound and notice, the search is over, and the page is the game's", async () => {
    const socket = await start();
    line.seek({ modes: [], clocks: [] });
    socket.hear({ t: "paired", game: "g7" });
    expect([line.search, currentRoute(), heard]).toEqual([null, { page: "game", id: "g7" }, { sounds: ["theirs"], notices: ["g7"] }]);
    expect(sessionStorage.getItem("ninefold-search")).toBeNull();
  });

  test("a refusal ends the search, says whom it was for, and is forgotten with the next", async () => {
    const socket = await start();
    line.seek({ modes: [], clocks: [], only: "s1" });
    socket.hear({ t: "refused", code: "gone", detail: "Gone.", id: null, game: null });
    expect([line.search, line.refused!.only, line.refused!.trouble.code, line.refused!.trouble.detail]).toEqual([
      null,
      "s1",
      "gone",
      "Gone.",
    ]);
    line.seek({ modes: [], clocks: [] });
    expect(line.refused).toBeNull();
    socket.hear({ t: "refused", code: "gone", detail: "", id: null, game: null });
    expect(line.refused!.only).toBeNull();
  });

  test("the lobby is followed while anybody looks at it, also over a new line", async () => {
    const socket = await start();
    const leave = line.lookAtLobby();
    expect(socket.said()).toEqual([{ t: "follow-lobby", on: true }]);
    const leaveToo = line.lookAtLobby();
    expect(socket.said()).toEqual([]);
    socket.hear({ t: "line", me: ME });
    expect(socket.said()).toEqual([{ t: "follow-lobby", on: true }]);
    leave();
    expect(socket.said()).toEqual([]);
    leaveToo();
    expect(socket.said()).toEqual([{ t: "follow-lobby", on: false }]);
    socket.hear({ t: "line", me: ME }, { t: "ping", n: 3 });
    expect(socket.said()).toEqual([{ t: "pong", n: 3 }]);
    socket.hear({ t: "lobby", visitors: 4 });
    expect(line.lobby).toEqual({ t: "lobby", visitors: 4 });
  });

  test("another name comes over a line of its own", async () => {
    const socket = await start();
    const before = sockets();
    line.rename({ id: "me", name: "Max" });
    expect([line.me!.name, socket.closed, sockets()]).toEqual(["Max", 1, before + 1]);
    PretendedSocket.newest.break(4000);
  });

  test.each<[Side, boolean]>([
    ["X", true],
    ["O", false],
  ])("to move as %s while %s is to move", async (side, waits) => {
    const players = { X: person(side === "X" ? "me" : "ben"), O: person(side === "O" ? "me" : "ben") };
    await start([summary("a", { players, turn: "X" })]);
    expect(line.awaiting.length === 1).toBe(waits);
  });
});
