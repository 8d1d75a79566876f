import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { preferredLanguage, speak } from "./lib/i18n/index.svelte";
import { startRouter } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";

const target = document.getElementById("app")!;
startRouter();
/** A link may say its language; what the reader has chosen goes before it. */
const asked = new URLSearchParams(location.search).get("lang");
void speak(preferredLanguage(settings.language, [asked ?? "", ...navigator.languages])).finally(() => mount(App, { target }));
