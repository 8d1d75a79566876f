/** Tells what happens in a game: in words to read and to hear, by sound, and by a notice to those who look elsewhere. */

import { other } from "../board/geometry";
import type { Trouble, TroubleCode } from "./api";
import { sentences, speakFurther, t } from "./i18n/index.svelte";
import type { Cause, Game, Phrase, Side } from "./messages";
import { notify } from "./notify";
import type { PlayedGame } from "./played-game";
import { settings } from "./settings.svelte";
import { play as sound } from "./sound";
import { ownerChange } from "./view";
import { causedBy, causeText, moveSentence, playerName, resultText, troubleText } from "./words";

/** How long a phrase stands beside its player. */
const SAID_MS = 6_000;

export class Announcer {
  /** What screen readers say in its turn, and what they say at once. */
  spoken = $state("");
  urgent = $state("");
  /** What somebody did besides moving. */
  note = $state("");
  /** What players say just now. */
  says = $state.raw<Partial<Record<Side, string>>>({});
  #live: () => PlayedGame;

  constructor(live: () => PlayedGame) {
    this.#live = live;
  }

  /** To be read and to be heard. */
  tell(text: string): void {
    this.note = this.spoken = text;
  }

  /** The game went on. */
  tellChange(cause: Cause, before: Game | null): void {
    const now = this.#live().game!;
    const sides = this.#live().mySides;
    this.note = "";
    if (cause.kind === "move" || now.board.ply > (before?.board.ply ?? 0)) this.#tellMove(before, now);
    else this.spoken = causeText(cause, now, sides);
    const by = causedBy(cause);
    // An offer says for itself what it is.
    if (by && !sides.includes(by) && cause.kind !== "offer") this.note = causeText(cause, now, sides);
    const change = changeOf(before, now);
    if (change?.kind === "steal") this.note = t("say.steal", { player: change.by!, other: other(change.by!), board: change.board + 1 });
    if (now.result && !before?.result) this.#tellEnd(now);
  }

  #tellMove(before: Game | null, now: Game): void {
    const { mySides, myTurn } = this.#live();
    this.spoken = moveSentence(before?.board ?? null, now.board, mySides);
    const kind = changeOf(before, now)?.kind;
    if (kind === "steal" || kind === "capture") sound(kind);
    else sound(mySides.includes(now.board.turn) ? "theirs" : "move");
    if (myTurn && !now.solo) notify(t("title.turn"), this.spoken, now.id);
  }

  #tellEnd(now: Game): void {
    const sides = this.#live().mySides;
    const { title, reason } = resultText(now.result!, sides, now.board.owners);
    this.urgent = sentences(title, reason);
    sound(isWon(now, sides) ? "win" : "end");
    notify(title, reason, now.id);
  }

  tellRefusal(code: TroubleCode, detail: string): void {
    const say = (): string => (this.note = troubleText({ code, detail } as Trouble).text);
    void speakFurther().then(say, say); // most refusals are told in words that come with other pages
  }

  warnOfTime(): void {
    sound("low");
    this.urgent = t("clock.low");
  }

  /** A player says something. */
  async hear(side: Side, phrase: Phrase): Promise<void> {
    await speakFurther();
    if (!settings.phrases) return;
    const { game, mySides } = this.#live();
    const text = t(`phrase.${phrase}`);
    this.says = { ...this.says, [side]: text };
    if (!mySides.includes(side)) this.spoken = `${playerName(game!.players[side], side)}: ${text}`;
    setTimeout(() => this.says[side] === text && (this.says = { ...this.says, [side]: "" }), SAID_MS);
  }
}

/** Whether somebody won whom those at this page are glad of: themselves, or either of two who share it. */
export function isWon(game: Game, sides: readonly Side[]): boolean {
  const winner = game.result?.winner ?? null;
  return winner !== null && (sides.length !== 1 || winner === sides[0]);
}

function changeOf(before: Game | null, now: Game): ReturnType<typeof ownerChange> {
  return before && now.board.last !== null ? ownerChange(before.board.owners, now.board.owners, now.board.last) : null;
}
