// Written by `make types` from src/ninefold/server/wire/messages/: edit that instead.

/** Where requests and sockets are. */
export const API = "/api/v1";

/** From this close code on it is no use to open a socket again. */
export const CLOSED_FOR_GOOD = 4000;

export type Side = "O" | "X";

export type GameState = "aborted" | "over" | "playing" | "waiting";

export type Opponent = "computer" | "link" | "open" | "same-device";

export type TieBreak = "boards" | "draw";

export type SwapState = "ahead" | "kept" | "off" | "open" | "swapped";

export type EndReason = "abandoned" | "aborted" | "agreement" | "crash" | "draw" | "error" | "expired" | "illegal" | "line" | "proven" | "resignation" | "tie-break" | "time" | "unknown";

export type CauseKind = "abort" | "claim" | "decline" | "draw" | "fail" | "join" | "keep" | "move" | "name" | "offer" | "rematch" | "resign" | "state" | "swap" | "takeback" | "time";

export type Scope = "play" | "read";

export type Phrase = "clap" | "game" | "hello" | "laugh" | "luck" | "nice" | "oops" | "thanks" | "think" | "wow";

export type ProblemCode = "bad-message" | "bad-name" | "bad-request" | "bad-token" | "busy" | "disk" | "foreign-origin" | "game-over" | "illegal-move" | "internal" | "method-not-allowed" | "no-such-game" | "no-visitor" | "not-allowed" | "not-found" | "not-gone" | "not-now" | "not-started" | "not-your-game" | "not-your-turn" | "nothing-offered" | "nothing-to-undo" | "seat-taken" | "set-aside" | "stale" | "stopping" | "too-fast" | "too-large" | "too-many-challenges" | "too-many-games" | "too-many-sockets" | "unknown-host";

export type ClockSettings = DaysClock | NoClock | TimedClock;

export type GameCommand = Abort | Accept | Claim | Decline | Move | Offer | Redo | Resign | Swap | Undo;

export type ClientMessage = Abort | Accept | Claim | Decline | Move | Offer | Ping | Pong | Redo | Resign | Say | Swap | Sync | Undo;

export type GameMessage = Done | GameEvent | Presence | Refused | Said | ServerPing | ServerPong | Stopping | Welcome;

export type LobbyMessage = Lobby | ServerPing | Stopping;

export type LineCommand = FollowLobby | Here | Ping | Pong | Seek | Unseek;

export type LineMessage = Called | Line | Lobby | News | Paired | Refused | Seeking | ServerPing | ServerPong | Stopping;

/**
 * What a mode is made of, and what follows from it; see the rules for the meaning of each axis.
 *
 * A mode's name says nothing more: two modes with the same axes are played alike.
 */
export interface Axes {
  release: "decided" | "full";
  free_move: "undecided" | "unfilled";
  ownership: "first" | "latest";
  ending: "decided" | "full";
  tie_break: TieBreak;
  /** whether captured boards go on being played in */
  captured_stay_open: boolean;
  /** whether X wins against every defence, which is proven */
  x_is_known_to_win: boolean;
}

/** How a game ended: the winner if there is one, why, and the winning line of boards if any. */
export interface Result {
  winner: Side | null;
  reason: EndReason;
  boards: number[];
}

/**
 * A position, with all that is needed to draw it, to play on it and to explain it.
 *
 * A square that is not in ``legal`` is refused because the game is over (``result`` is set), it is
 * taken (``cells``), the player is ``held`` in another board, or its board is closed.
 */
export interface Board {
  /** how many moves have been played */
  ply: number;
  /** 81 characters, one a square: `X`, `O` or `.` */
  cells: string;
  /** 9 characters, one a board: `X`, `O`, `-` full with no owner, `.` undecided */
  owners: string;
  /** who is to move; in a finished game, who would be */
  turn: Side;
  /** the board that the last move's cell points at; null before the first move */
  target: number | null;
  /** the board that the player to move is held to; null on a free move and after the end */
  held: number | null;
  /** whether the player to move is not held to one board */
  free: boolean;
  /** the move that led here */
  last: number | null;
  /** the squares that may be played, ascending */
  legal: number[];
  /** for each legal square, in the same order, the boards in which the opponent may then play: one board when held there, several on a free choice, none when the move ends the game */
  sends: number[][];
  /** how the rules ended the game, if they did */
  result: Result | null;
}

/** Somebody who sits at a game: a person, a bot that plays over the API, or our computer. */
export interface Player {
  /** the visitor's public id (compare with `me.id`); null: computer */
  id: string | null;
  /** empty for a person who chose none */
  name: string;
  kind: "bot" | "computer" | "person";
  /** the computer's level */
  level: string | null;
}

/** Who plays which side; an empty seat waits for somebody to join. */
export interface Seats {
  X: Player | null;
  O: Player | null;
}

/** Think as long as you like. */
export interface NoClock {
  kind: "none";
}

/** So much time for the whole game, and an increment for each move. */
export interface TimedClock {
  kind: "timed";
  /** seconds at the start */
  initial_s: number;
  /** seconds gained by each move */
  increment_s: number;
}

/** So many days for each move. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/**
 * The time each side has left at the moment of sending; count ``running`` down yourself.
 *
 * The server alone decides that time is over. ``running`` is null while no clock runs: before both
 * have made their first move, and after the end. After a restart of the server the running clock
 * stands still for ``starts_in`` more milliseconds, so that nobody loses by it.
 */
export interface Clock {
  settings: ClockSettings;
  X: number | null;
  O: number | null;
  running: Side | null;
  /** a span of time in milliseconds */
  starts_in: number;
}

/** What is on offer now, and by whom. */
export interface Offers {
  draw: Side | null;
  takeback: Side | null;
  rematch: Side | null;
}

/** A whole game, the same for everybody who looks at it. */
export interface Game {
  /** the game's name in addresses */
  id: string;
  /** goes up by one with every change, from 1 */
  version: number;
  state: GameState;
  /** the mode's name: modern, classic, battle, open, or one's own */
  mode: string;
  axes: Axes;
  /** how the game was set up */
  opponent: Opponent;
  players: Seats;
  board: Board;
  /** the moves so far */
  moves: number[];
  /** moves taken back that `redo` would play again */
  redo: number[];
  /** `off`; `ahead`: possible after the first move; `open`: O may take X's move over now, or play on; `swapped`; `kept` */
  swap: SwapState;
  clock: Clock;
  offers: Offers;
  /** set when the state is `over` or `aborted` */
  result: Result | null;
  /** the game that follows this one */
  rematch: string | null;
  /** the game that this one is the rematch of */
  previous: string | null;
  /** against the computer or on one device: undo, redo and hint are there, and nobody needs to be asked */
  solo: boolean;
  /** whether a player may still call the game off */
  can_abort: boolean;
  /** a moment, in milliseconds since 1970 (UTC) */
  created_at: number;
  /** a moment, in milliseconds since 1970 (UTC) */
  updated_at: number;
}

/** Whether a player's page is connected, and if not, for how long. */
export interface SeatPresence {
  online: boolean;
  gone_ms: number | null;
}

/** Who is there. Not part of the game: it has no version and may be missed without harm. */
export interface Presence {
  t: "presence";
  X: SeatPresence;
  O: SeatPresence;
  /** connected pages of people who do not play */
  watchers: number;
  /** the absence after which the other may `claim`; null: never in this game (solo games, days per move) */
  claim_after_ms: number | null;
}

/** What made the newest version of a game. */
export interface Cause {
  kind: CauseKind;
  /** the side that did it; null: the server */
  by: Side | null;
  square: number | null;
  /** which offer */
  what: "draw" | "rematch" | "takeback" | null;
  id: string | null;
}

/** Play a square. ``ply`` is how many moves you have seen, so a late click changes nothing. */
export interface Move {
  t: "move";
  ply: number;
  /** a square: 9 * board + cell, 0-80 */
  square: number;
  id?: string | null;
}

/** Give the game up. On one device the side to move resigns. */
export interface Resign {
  t: "resign";
  id?: string | null;
}

/** Offer a draw, ask for a takeback, or offer a rematch (in a solo game it is done at once). */
export interface Offer {
  t: "offer";
  what: "draw" | "rematch" | "takeback";
  id?: string | null;
}

/** Accept what the other side offers. */
export interface Accept {
  t: "accept";
  what: "draw" | "rematch" | "takeback";
  id?: string | null;
}

/** Decline what the other side offers, or withdraw your own offer. */
export interface Decline {
  t: "decline";
  what: "draw" | "rematch" | "takeback";
  id?: string | null;
}

/** O's choice after the first move: take it over and change sides, or not. A move is a no. */
export interface Swap {
  t: "swap";
  take: boolean;
  id?: string | null;
}

/** Solo games: take back to your own last turn, even after the end. */
export interface Undo {
  t: "undo";
  /** how many moves you have seen */
  ply: number;
  id?: string | null;
}

/** Solo games: play again what was taken back. */
export interface Redo {
  t: "redo";
  /** how many moves you have seen */
  ply: number;
  id?: string | null;
}

/** Call the game off before it has begun: nobody joined, or not both sides have moved. */
export interface Abort {
  t: "abort";
  id?: string | null;
}

/** The other side has left for good: claim the win, or a draw. */
export interface Claim {
  t: "claim";
  result: "draw" | "win";
  id?: string | null;
}

/** Ask for the whole game again, after a gap. */
export interface Sync {
  t: "sync";
}

/** Ask whether the server is there; answered by ``pong`` with the same number. */
export interface Ping {
  t: "ping";
  n: number;
}

/** The answer to the server's ``ping``, to be sent at once: it measures your lag. */
export interface Pong {
  t: "pong";
  n: number;
}

/** Say one of a few phrases to the others at the game; nothing of it is kept. */
export interface Say {
  t: "say";
  phrase: Phrase;
  id?: string | null;
}

/** The visitor who asks. ``id`` is public and appears in the seats they hold. */
export interface Me {
  id: string;
  /** empty until one is chosen */
  name: string;
}

/** The first message on a game's socket. */
export interface Welcome {
  t: "welcome";
  /** null for somebody without a cookie: may only watch */
  me: Me | null;
  game: Game;
  presence: Presence;
}

/** The game changed, or was asked for (``cause.kind`` is ``state``). */
export interface GameEvent {
  t: "game";
  cause: Cause;
  game: Game;
}

/** A command sent again had been carried out before, by this version. */
export interface Done {
  t: "done";
  /** your own name for a command, to recognise its answer */
  id: string;
  version: number;
}

/** A command that changed nothing: why, and the game as it is. */
export interface Refused {
  t: "refused";
  code: ProblemCode;
  /** one sentence for people, in English */
  detail: string;
  id: string | null;
  game: Game | null;
}

/** Answer with ``pong`` at once. If ``version`` is above yours, send ``sync``. */
export interface ServerPing {
  t: "ping";
  n: number;
  version: number;
}

/** The answer to a ``ping`` of yours. */
export interface ServerPong {
  t: "pong";
  n: number;
}

/** The server is about to stop; connect again, the game will be there. */
export interface Stopping {
  t: "stopping";
}

/** A player says something. Not part of the game: whoever comes later does not hear it. */
export interface Said {
  t: "said";
  side: Side;
  phrase: Phrase;
}

/** A game that waits for anybody to join. */
export interface Challenge {
  /** the game's name in addresses */
  id: string;
  mode: string;
  axes: Axes;
  tie_break: TieBreak;
  swap: boolean;
  clock: ClockSettings;
  /** the side that is still free */
  side: Side;
  by: Player;
  /** a moment, in milliseconds since 1970 (UTC) */
  created_at: number;
}

/** Somebody who looks for an opponent, and would play any of these games. */
export interface Seeker {
  id: string;
  by: Player;
  /** names; empty: any mode */
  modes: string[];
  /** empty: any of `about.clocks` */
  clocks: ClockSettings[];
  /** null: either */
  tie_break: TieBreak | null;
  /** null: either */
  swap: boolean | null;
  /** a moment, in milliseconds since 1970 (UTC) */
  since: number;
}

/** How many games of one kind are being played between people who were not invited. */
export interface Going {
  mode: string;
  clock: ClockSettings;
  count: number;
}

/** A line in a list of games. */
export interface GameSummary {
  /** the game's name in addresses */
  id: string;
  mode: string;
  axes: Axes;
  opponent: Opponent;
  state: GameState;
  players: Seats;
  clock: ClockSettings;
  ply: number;
  owners: string;
  turn: Side;
  result: Result | null;
  /** a moment, in milliseconds since 1970 (UTC) */
  updated_at: number;
  /** all 81, for a small picture; older nodes send none */
  cells: string;
}

/** Everything the lobby shows; each message replaces the one before. */
export interface Lobby {
  t: "lobby";
  challenges: Challenge[];
  /** those who wait, the longest first */
  seekers: Seeker[];
  /** how many games of which kind go on */
  going: Going[];
  /** games to watch, newest first */
  games: GameSummary[];
  /** how many visitors are connected */
  visitors: number;
}

/**
 * Look for an opponent who would play one of these games, until paired, ``unseek`` or the end.
 *
 * What is left out may be anything. The search ends with the socket: whoever comes back says it
 * again. With ``only`` it is one who waits, on their terms.
 */
export interface Seek {
  t: "seek";
  modes: string[];
  clocks: ClockSettings[];
  tie_break: TieBreak | null;
  swap: boolean | null;
  only: string | null;
  id: string | null;
}

/** Look no longer. */
export interface Unseek {
  t: "unseek";
}

/** The answer to ``called``, to be sent at once. */
export interface Here {
  t: "here";
  seek: string;
}

/** Be told what the lobby shows, from now on or no longer. */
export interface FollowLobby {
  t: "follow-lobby";
  on: boolean;
}

/** The first message on a visitor's line. */
export interface Line {
  t: "line";
  /** null for somebody without a cookie */
  me: Me | null;
}

/** A search begins, or is over without an opponent (``seek`` is null). */
export interface Seeking {
  t: "seeking";
  seek: string | null;
  since: number | null;
}

/** Somebody fits: answer ``here`` at once, or the search is over. */
export interface Called {
  t: "called";
  seek: string;
}

/** The search is over: this game has begun, and the other is there. */
export interface Paired {
  t: "paired";
  /** the game's name in addresses */
  game: string;
}

/** Something happened in a game of yours that concerns others too. */
export interface News {
  t: "news";
  cause: Cause;
  game: GameSummary;
}

/** POST /api/v1/games: set up a game. Every field has a default: Modern against anybody. */
export interface CreateGame {
  /** a mode by its name, or a variant of your own with its axes, such as `skirmish:free_move=unfilled` */
  mode?: string;
  opponent?: Opponent;
  /** null: as the mode has it */
  tie_break?: TieBreak | null;
  swap?: boolean;
  clock?: ClockSettings;
  side?: "O" | "X" | "random";
  /** the computer's level, see /api/v1/about */
  level?: string | null;
  /** on one device: what X and O are called */
  names?: string[] | null;
}

/** POST /api/v1/games/{id}/join: take the free seat. There is nothing to say but yes. */
export interface Join {
}

/**
 * The answer to whatever a visitor asks of a game: the game, and which visitor asked.
 *
 * The visitor plays the sides whose player has ``id == me.id``; ``seats`` says the same.
 */
export interface GameReply {
  me: Me | null;
  /** the sides that the one who asked plays */
  seats: Side[];
  game: Game;
  presence: Presence;
}

/** PUT /api/v1/me: choose the name that others see; an empty one is allowed. */
export interface Rename {
  name: string;
}

/** GET /api/v1/me/games: the visitor's games, those to move in first, then the newest. */
export interface MyGames {
  games: GameSummary[];
  /** what to send as `cursor` for those before; null: no more */
  next: string | null;
}

/** GET /api/v1/me/records: the records of the same page of the visitor's games, as one text. */
export interface MyRecords {
  text: string;
  /** how many records the text has */
  count: number;
  /** what to send as `cursor` for those before; null: no more */
  next: string | null;
}

/** POST /api/v1/me/tokens: make a bearer token for a bot. */
export interface CreateToken {
  label: string;
  scopes?: Scope[];
}

/** A bot's token, without its secret. */
export interface Token {
  id: string;
  label: string;
  /** a moment, in milliseconds since 1970 (UTC) */
  created_at: number;
  scopes: Scope[];
}

/** A token just made: the secret is shown this once. */
export interface NewToken {
  token: Token;
  secret: string;
}

/** GET /api/v1/me/tokens. */
export interface Tokens {
  tokens: Token[];
}

/** A mode and its axes. */
export interface Mode {
  name: string;
  axes: Axes;
}

/** A level of the computer, weakest first; ``name`` is what POST /api/v1/games takes. */
export interface Level {
  name: string;
  /** 1 for the weakest */
  rank: number;
  /** one line in English about how it plays */
  text: string;
}

/** GET /api/v1/about: what this server offers. */
export interface About {
  version: string;
  modes: Mode[];
  levels: Level[];
  default_level: string;
  /** of those who seek and do not mind which */
  clocks: ClockSettings[];
  /** whether nobody elsewhere can open a link to this server */
  this_machine_only: boolean;
  /** variants, as sums of axes, for which only it has a network */
  own_networks: number[];
}

/**
 * POST /api/v1/position: what a position looks like, for lessons and for trying things out.
 *
 * Give a mode and moves, or a position as one line of text (which names its mode itself) with
 * moves after it.
 */
export interface TryOut {
  /** a mode by its name, or a variant of your own with its axes, such as `skirmish:free_move=unfilled` */
  mode?: string;
  /** null: as the mode has it */
  tie_break?: TieBreak | null;
  position?: string | null;
  moves?: number[];
}

/** GET /api/v1/games/{id}/replay: the board after every ply, from the empty one to the last. */
export interface Replay {
  /** the game's name in addresses */
  id: string;
  mode: string;
  axes: Axes;
  players: Seats;
  moves: number[];
  boards: Board[];
  /** how long each move took its player */
  spent_ms: (number | null)[];
  result: Result | null;
  /** the whole game as text */
  record: string;
}

/** Something worth saying about a move: a code to translate, the board it is about, English. */
export interface Remark {
  code: "allows-capture" | "allows-win" | "captures-board" | "gives-free-choice" | "only-move" | "sends-back" | "sends-to-captured" | "sends-to-full" | "sends-to-quiet" | "steals-board" | "stops-game" | "stops-line" | "takes-centre" | "threatens-board" | "threatens-game" | "threatens-two-lines" | "wins-game";
  board: number | null;
  text: string;
}

/** How games ended: X won, nobody won, O won. */
export interface Ends {
  X: number;
  drawn: number;
  O: number;
}

/** A move that was played in a position, or that the opening book knows. */
export interface ExploredMove {
  /** the move, and the others that are the same because the position is symmetric */
  squares: number[];
  /** how games ended in which a person played it */
  people: Ends;
  /** the same of the computer and of bots */
  computer: Ends;
  /** what whoever plays it can expect by the opening book, in percent of the point; null: the book does not have it */
  book: number | null;
}

/**
 * GET /api/v1/explorer: what was played here in a position, most often first.
 *
 * Mirror images are one position. Games count once they are over, from the empty board on.
 */
export interface Explorer {
  /** how many moves of a game are counted */
  plies: number;
  /** in how many games somebody moved in this position */
  games: number;
  moves: ExploredMove[];
}

/** GET /api/v1/games/{id}/hint: what the computer would play for the side to move, and why. */
export interface Hint {
  ply: number;
  /** a square: 9 * board + cell, 0-80 */
  square: number;
  remarks: Remark[];
  /** the chance, 0-1, that the side to move wins (draws half) */
  win: number | null;
  /** whether it comes from the opening book */
  book: boolean;
}

/** GET /api/v1/games/{id}/why?ply=N: what was the point of the move that made ply N. */
export interface Why {
  ply: number;
  /** a square: 9 * board + cell, 0-80 */
  square: number;
  by: Side;
  remarks: Remark[];
}

/** What every failed request answers, as ``application/problem+json`` (RFC 9457). */
export interface Problem {
  /** `/problems/` and the code */
  type: string;
  title: string;
  status: number;
  /** one sentence for people, in English */
  detail: string;
  code: ProblemCode;
  /** the game as it is, if there is one */
  game: Game | null;
}

/** GET /health: whether the server can do its work. */
export interface Health {
  status: "failing" | "ok";
  detail: string;
  version: string;
  /** games held in memory */
  games: number;
  sockets: number;
  /** games that cannot be read, the first 20 */
  set_aside: string[];
}
