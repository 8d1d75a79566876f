import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { offline } from "./offline";

// `npm run dev` shows the app with instant reload; the game itself comes from a running `ninefold serve`.
const SERVER = process.env["NINEFOLD_SERVER"] ?? "http://127.0.0.1:8009";

// What is loaded together is one file, by its name: what home and game both show, and what pages of study share with the
// game page. A dozen small ones compress worse, by 3 kB of the first load.
const TOGETHER = {
  common: /src\/(board\/\w+\.(svelte|ts)|lib\/(words|modes|games|positions|clock|view|traits)\.ts|parts\/(Face|ModeGlyph)\.svelte)$/,
  Game: /src\/(pages\/Game|parts\/(Badge|ClockFace|Dialog|GameActions|MoveList|PlayerStrip|Rules|Steps|SwapBar|Talk)|lib\/replay)\.svelte/,
};

export default defineConfig({
  plugins: [svelte(), svelteTesting({ autoCleanup: false }), offline("public")],
  build: {
    outDir: "../src/ninefold/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content policy allows no data: addresses
    modulePreload: { polyfill: false },
    // The engine is a file of its own with its names kept: it is loaded when it is wanted, and tests ask it too.
    // The service worker stands at the top, because it serves everything below where it stands.
    rollupOptions: {
      input: ["index.html", "src/engine/engine.ts", "src/offline/sw.ts"],
      preserveEntrySignatures: "strict",
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        manualChunks: (module) => Object.entries(TOGETHER).find(([, members]) => members.test(module))?.[0],
        onlyExplicitManualChunks: true,
      },
    },
  },
  worker: { format: "es" },
  // The networks lie with the engine in Python, which they were trained for.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: SERVER, ws: true, changeOrigin: true } } },
  // A busy machine is slow, not wrong: five seconds, the default, were once too few. A test that asserts nothing fails.
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts"],
    setupFiles: ["vitest.setup.ts"],
    testTimeout: 60_000,
    expect: { requireAssertions: true },
  },
});
