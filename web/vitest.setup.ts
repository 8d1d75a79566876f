/** Tests read English unless they say otherwise. Between two tests the worker hears what vitest has to say; on a busy machine it would else take it for dead. */
import { afterEach, beforeAll } from "vitest";
import { speak } from "./src/lib/i18n/index.svelte";

if (typeof document !== "undefined") beforeAll(() => speak("en")); // the engine's tests run without a page

afterEach(() => new Promise((done) => setTimeout(done)));
