/** Sentences about a game: whose turn it is and where, what just happened, how it ended. */

import { boardOf, cellOf, other } from "../board/geometry";
import { placeName } from "../board/words";
import { isKey, sentences, speakFurther, t, type Blanks } from "./i18n/index.svelte";
import type { Trouble, TroubleCode } from "./api";
import type { Board, Cause, ClockSettings, EndReason, Game, News, Player, Remark, Result, Seeker, Side } from "./messages";
import { levelText, modeName } from "./modes";
import { ownerChange } from "./view";

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** A name for the middle of a sentence: one from right to left leaves the rest as it is. */
const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** What somebody is called: their own name, else what they are. */
export function playerName(player: Player | null, side: Side, nameless = t("player.guest", { player: side })): string {
  if (!player) return t("player.nobody");
  if (player.kind === "computer") return t("player.computer", { level: levelText(player.level ?? player.name) });
  return isolated(player.name) || nameless;
}

/** Where the side to move may play, for the one who moves and for the one who waits. */
export function whereText(board: Board, mine: boolean): string {
  if (board.ply === 0) return mine ? t("where.first") : "";
  if (board.held !== null) {
    const blanks = { board: board.held + 1, place: placeName(board.held) };
    return mine ? t("where.held", blanks) : t("where.heldThey", blanks);
  }
  return mine ? t("where.free") : t("where.freeThey");
}

/** The line above the board: whose turn it is and where. */
export function turnText(game: Game, mySides: readonly Side[]): { who: string; where: string } {
  const { turn } = game.board;
  const shared = mySides.length === 2;
  const mine = mySides.includes(turn);
  const player = game.players[turn];
  const name = playerName(player, turn);
  const where = game.swap === "open" ? t(mine ? "swap.decide" : "swap.wait") : whereText(game.board, mine);
  if (shared) return { who: player?.name ? t("turn.theirs", { name }) : t("turn.player", { player: turn }), where };
  if (mine) return { who: t("turn.yours"), where };
  if (player?.kind === "computer") return { who: t("turn.computer"), where };
  return { who: t("turn.theirs", { name }), where };
}

/** A move told to somebody who does not see it: what was played, what it changed, where it leads. */
export function moveSentence(before: Board | null, now: Board, mySides: readonly Side[]): string {
  if (now.last === null) return "";
  const player = other(now.turn);
  const said = [t("say.move", { player, board: boardOf(now.last) + 1, cell: cellOf(now.last) + 1 })];
  const change = before ? ownerChange(before.owners, now.owners, now.last) : null;
  if (change?.kind === "capture") said.push(t("say.capture", { player, board: change.board + 1 }));
  if (change?.kind === "steal") said.push(t("say.steal", { player, other: other(player), board: change.board + 1 }));
  if (change?.kind === "dead") said.push(t("say.dead", { board: change.board + 1 }));
  if (now.legal.length > 0) said.push(nextSentence(now, mySides.includes(now.turn) && mySides.length === 1));
  return sentences(...said);
}

function nextSentence(board: Board, mine: boolean): string {
  const blanks = { player: board.turn, board: (board.held ?? 0) + 1 };
  if (board.held !== null) return mine ? t("say.youMust", blanks) : t("say.theyMust", blanks);
  return mine ? t("say.youFree") : t("say.theyFree", blanks);
}

export type Ending = "won" | "drawn" | "lost";

/** What a result is to one side; null for a game that never began. */
export function endingFor({ winner, reason }: Result, side: Side): Ending | null {
  if (reason === "aborted" || reason === "expired") return null;
  if (winner === null) return "drawn";
  return winner === side ? "won" : "lost";
}

/** How a game ended: a headline and the reason, told to those who played it and to those who watched. */
export function resultText(result: Result, mySides: readonly Side[], owners: string): { title: string; reason: string } {
  const { winner, reason } = result;
  if (reason === "aborted" || reason === "expired") return { title: t("result.title.off"), reason: endingText(reason, "", {}) };
  if (winner === null) return { title: t("result.title.draw"), reason: endingText(reason, "drawn", {}) };
  const loser = other(winner);
  const count = (side: Side): number => [...owners].filter((owner) => owner === side).length;
  const boards = result.boards.map((board) => board + 1).join(" ");
  const blanks = { winner, loser, boards, more: count(winner), fewer: count(loser) };
  if (mySides.length !== 1) return { title: t("result.title.wins", { winner }), reason: endingText(reason, "", blanks) };
  const won = mySides[0] === winner;
  return { title: t(won ? "result.title.won" : "result.title.lost"), reason: endingText(reason, won ? "winner" : "loser", blanks) };
}

/** Why a game is over, as it is told to one of those who played it where that differs. */
function endingText(reason: EndReason, to: string, blanks: Blanks): string {
  const own = `result.${reason}.${to}`;
  return isKey(own) ? t(own, blanks) : t(`result.${reason}`, blanks);
}

/** Who made a change, by the side they have now: whoever takes the first move over was O and is X. */
export function causedBy(cause: Cause): Side | null {
  return cause.kind === "swap" && cause.by ? other(cause.by) : cause.by;
}

/** What the newest change means to whoever sits at this page; empty when the board says it all. */
export function causeText(cause: Cause, game: Game, mySides: readonly Side[]): string {
  const by = causedBy(cause);
  if (cause.kind === "join" && by && mySides.includes(by)) return t("cause.join.me", { player: by });
  const name = by ? playerName(game.players[by], by) : "";
  const key = cause.kind === "offer" || cause.kind === "decline" ? `cause.${cause.kind}.${cause.what}` : `cause.${cause.kind}`;
  return isKey(key) ? t(key, { name, player: by ?? "" }) : "";
}

/** What is worth saying about a move by `by`, to whoever sits at this page: the other side may be you. */
export function remarksText(remarks: readonly Remark[], by: Side, mySides: readonly Side[]): string {
  const them = mySides.length === 1 && mySides[0] !== by ? t("remark.you") : t("remark.they", { player: other(by) });
  const say = ({ code, board, text }: Remark): string => {
    const key = `remark.${code}`;
    return isKey(key) ? t(key, { them, board: (board ?? 0) + 1 }) : text;
  };
  return sentences(...remarks.map(say));
}

export function clockText(clock: ClockSettings): string {
  switch (clock.kind) {
    case "none":
      return t("clock.none");
    case "days":
      return t("clock.daysPerMove", { count: clock.days });
    case "timed":
      return t(clock.increment_s > 0 ? "clock.timed" : "clock.timedPlain", { minutes: clock.initial_s / 60, seconds: clock.increment_s });
  }
}

/** A clock in as few signs as players write it: 3+2. */
export function clockShort(clock: ClockSettings): string {
  if (clock.kind === "timed") return `${clock.initial_s / 60}+${clock.increment_s}`;
  return clock.kind === "days" ? t("clock.days", { count: clock.days }) : t("clock.none");
}

/** What somebody would play, for one line: any mode, 3+0 or 5+0. */
export function wishesText(wish: Pick<Seeker, "modes" | "clocks" | "tie_break" | "swap">): string {
  const modes = wish.modes.map((mode) => modeName(mode.split(":", 1)[0]!)).join(", ");
  const clocks = wish.clocks.map(clockShort).join(", ");
  return [
    modes || t("pool.anyMode"),
    clocks || t("pool.anyTime"),
    ...(wish.swap ? [t("list.swap")] : []),
    ...(wish.tie_break === "boards" ? [t("tieBreak.boards")] : []),
  ].join(" · ");
}

/** What happened in a game that this page does not show, to the one who plays `side`; empty if nothing need be said. */
export function newsText({ cause, game }: News, side: Side): string {
  const name = playerName(game.players[other(side)], other(side));
  if (game.result) return causedBy(cause) === side ? "" : t("news.over", { name });
  if (causedBy(cause) === side) return "";
  if (cause.kind === "offer") return t(`cause.offer.${cause.what!}`, { name });
  if (game.state === "playing" && game.turn === side) return t(cause.kind === "join" ? "news.joinTurn" : "news.turn", { name });
  return cause.kind === "join" ? t("news.join", { name }) : "";
}

/** Why there is no line to the server, as far as it said so. */
export function linkText(reason: string): string {
  return reason ? sentenceOf(reason, t("link.lost")) : t("link.lost");
}

/** What is said of a code; most of these sentences are loaded when the first of them is needed. */
function sentenceOf(code: string, otherwise: string): string {
  const key = `trouble.${code}`;
  if (isKey(key)) return t(key);
  void speakFurther().catch(() => undefined);
  return otherwise;
}

const HOME_CODES: readonly TroubleCode[] = ["no-such-game", "no-such-game-here", "not-found"];

/** A trouble in words: what happened and what to do. */
export function troubleText(trouble: Trouble): { title: string; text: string } {
  const text = sentenceOf(trouble.code, trouble.detail || t("trouble.unreadable"));
  return { title: HOME_CODES.includes(trouble.code) ? t("trouble.title.missing") : t("trouble.title"), text };
}
