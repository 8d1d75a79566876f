/** The settings page: a name, tokens for bots, notifications, and signing out, each with what went wrong beside it. */

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi, type MockInstance } from "vitest";
import { speakFurther } from "../lib/i18n/index.svelte";
import { line } from "../lib/line.svelte";
import { settings } from "../lib/settings.svelte";
import Settings from "./Settings.svelte";

const asked: string[] = [];
let refuses = "";
let renamed: MockInstance<typeof line.rename>;
let tokens: { id: string; label: string; scopes: string[]; created_at: number }[] = [];
beforeAll(() => speakFurther());
beforeEach(() => {
  vi.useFakeTimers();
  [asked.length, refuses, tokens] = [0, "", [{ id: "t1", label: "reader", scopes: ["read"], created_at: 0 }]];
  settings.notify = false;
  renamed = vi.spyOn(line, "rename").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", (path: string, { method, body }: RequestInit) => {
    const what = `${method} ${path.replace("/api/v1", "")}`;
    if (method !== "GET") asked.push(body ? `${what} ${body as string}` : what);
    if (what === refuses) return Promise.resolve(Response.json({ code: "busy", detail: "Not now." }, { status: 503 }));
    if (what === "GET /me/tokens") return Promise.resolve(Response.json({ tokens }));
    if (what === "POST /me/tokens") return Promise.resolve(Response.json({ id: "t2", secret: "s3cret" }));
    if (what === "PUT /me") return Promise.resolve(Response.json({ id: "me", name: "Lin" }));
    return Promise.resolve(Response.json({ id: "me", name: "Mia" }));
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
async function open(): Promise<void> {
  render(Settings);
  await settled();
}
const field = (): HTMLInputElement => document.querySelector<HTMLInputElement>('[autocomplete="nickname"]')!;
const send = async (form: number): Promise<void> => {
  await fireEvent.submit(document.querySelectorAll("form")[form]!);
  await settled();
};
const alerts = (): string[] => screen.queryAllByRole("alert").map((one) => one.textContent);

test("a name is taken without the space around it, as the server has it, and the line hears of it", async () => {
  await open();
  expect(field().value).toBe("Mia");
  await fireEvent.input(field(), { target: { value: "  Lin B " } });
  await send(0);
  expect(asked).toEqual(['PUT /me {"name":"Lin B"}']);
  expect([field().value, renamed.mock.calls]).toEqual(["Lin", [[{ id: "me", name: "Lin" }]]]);
  expect(screen.getByRole("status").textContent).not.toBe("");
  refuses = "PUT /me";
  await send(0);
  expect([alerts().length, screen.getByRole("status").textContent, renamed.mock.calls.length]).toEqual([1, "", 1]);
  refuses = "";
  await send(0);
  expect(alerts()).toEqual([]);
});

test("a token reads, or plays and reads; its secret is shown once, and it can be deleted", async () => {
  await open();
  const label = document.querySelector<HTMLInputElement>('[maxlength="40"]')!;
  await fireEvent.input(label, { target: { value: " my bot " } });
  tokens = [...tokens, { id: "t2", label: "my bot", scopes: ["play", "read"], created_at: 0 }];
  await send(1);
  expect(asked).toEqual(['POST /me/tokens {"label":"my bot","scopes":["play","read"]}']);
  expect([label.value, document.querySelector(".secret code")!.textContent]).toEqual(["", "s3cret"]);
  const kinds = [...document.querySelectorAll(".tokens small")].map((one) => one.textContent.split(" · ")[1]);
  expect([kinds.length, new Set(kinds).size]).toEqual([2, 2]);
  await fireEvent.change(document.querySelector("form.row.end:not(.card) select")!, { target: { value: "read" } });
  await fireEvent.input(label, { target: { value: "other" } });
  await send(1);
  expect(asked[1]).toBe('POST /me/tokens {"label":"other","scopes":["read"]}');
  tokens = [];
  await fireEvent.click(document.querySelectorAll<HTMLButtonElement>(".tokens button")[1]!);
  await settled();
  expect([asked[2], document.querySelectorAll(".tokens li").length]).toEqual(["DELETE /me/tokens/t2", 0]);
});

test.each([
  ["denied", false],
  ["granted", true],
] as const)("notifications that the browser has %s are on: %s, and a refusal is told", async (answer, on) => {
  vi.stubGlobal("Notification", { permission: "default", requestPermission: () => Promise.resolve(answer) });
  await open();
  await fireEvent.click(screen.getAllByRole("switch").at(-1)!);
  await settled();
  expect([settings.notify, screen.getByRole("status").textContent === ""]).toEqual([on, on]);
});

test("who signs out is asked first, and stays if it fails", async () => {
  await open();
  const button = (): HTMLButtonElement => screen.getAllByRole<HTMLButtonElement>("button", { name: "Sign out", hidden: true }).at(-1)!;
  HTMLDialogElement.prototype.showModal = () => undefined;
  refuses = "DELETE /me";
  await fireEvent.click(button());
  await settled();
  expect(asked).toEqual([]);
  await fireEvent.click(button());
  await settled();
  expect([asked, alerts().length]).toEqual([["DELETE /me"], 1]);
});
