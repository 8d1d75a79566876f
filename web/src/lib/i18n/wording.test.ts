// @vitest-environment node
/** Words that readers stumbled over stay out of the catalogues: each was once on a screen. */

import { expect, it } from "vitest";
import { LANGUAGES, loadCatalogue, type Message } from "./index.svelte";

const OUT: Record<keyof typeof LANGUAGES, readonly RegExp[]> = {
  en: [
    ...[/call(ed)? (it|one) off/i, /^To the start$/, /^One move on$/, /stop zooming/i, /(person|people) watch/i, /load (the page )?again/i],
    ...[/by itself$/i, /look elsewhere/i, /wait(ing)? for somebody/i, /^either\b/i, /^Why\?$/, /the other (player|side)/i],
  ],
  "zh-Hant": [
    ...[/超級井字棋/, /^重下$/, /多強/, /第一局/, /^認真$/, /指路/, /在其中的位置，就是/, /它歸你，並且關閉/, /贏下來/, /下得完美/],
    ...[/交換/, /停止放大/, /^按鍵$/, /^為什麼？$/, /^任何人$/, /^在這裡下$/, /你受邀/, /另一位玩家/, /沒有遺失/, /會遺失/, /這裡已經有/],
    ...[
      /^到開頭$/,
      /到現在/,
      /^局後$/,
      /^收回$/,
      /^算和局$/,
      /在線$/,
      /^色彩$/,
      /^棋盤轉向 O$/,
      /看別處/,
      /^你的名字：/,
      /^加入 \{name\}，/,
    ],
    ...[/威脅贏得/, /佔不到/, /唯一的一手/, /^沒有成功$/, /看不懂/, /不知道你要找/, /太快/, /目前滿了/, /已經夠多/, /這裡沒有東西/],
    /[，。：；！？」）] /,
  ],
};
const texts = (message: Message): string[] => (typeof message === "string" ? [message] : Object.values(message));

it.each(Object.keys(OUT) as (keyof typeof OUT)[])("%s says none of them", async (tag) => {
  const catalogue = await loadCatalogue(tag);
  const found = Object.entries(catalogue).flatMap(([key, message]) =>
    texts(message).flatMap((text) => OUT[tag].filter((out) => out.test(text)).map((out) => `${key}: ${text} (${out.source})`)),
  );
  expect(found).toEqual([]);
});

it("says nothing twice where a title and its text stand together", async () => {
  for (const { load } of Object.values(LANGUAGES)) {
    const catalogue = await load();
    expect(catalogue["broken.text"]).not.toContain(catalogue["broken.title"]);
  }
});
