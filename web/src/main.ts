import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { preferredLanguage, speak } from "./lib/i18n/index.svelte";
import { startRouter } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";

const target = document.getElementById("app")!;
startRouter();
void speak(preferredLanguage(settings.language, navigator.languages)).finally(() => mount(App, { target }));
