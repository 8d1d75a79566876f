/**
 * Builds the core for pages: `node build.mjs OUTPUT`. A native clang with wasm-ld does it in seconds; where there
 * is none, clang as an npm package does, which needs no more than Node.js itself (see package.json beside this).
 */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const CORE = dirname(HERE);
/** What no page asks for: games for learning, random games, and the search for another instruction set. */
const LEFT_OUT = ["alphabeta_avx2.c", "mcts.c", "playouts.c", "selfplay.c", "step.c"];
const SOURCES = [...readdirSync(CORE).filter((name) => name.endsWith(".c") && !LEFT_OUT.includes(name)), "wasm/page.c"];
/** A stack that comes first in memory cannot grow into anything: too deep a search is an error, not a wrong answer. */
const FLAGS = [
  ..."--target=wasm32 -O3 -std=c11 -ffreestanding -nostdlib -ffp-contract=off -msimd128 -mbulk-memory -I. -Wall -Wextra -Wno-psabi".split(" "),
  ..."--no-entry --import-undefined --strip-all --stack-first -zstack-size=1048576".split(" ").map((flag) => `-Wl,${flag}`),
];

function buildNatively(output) {
  const found = spawnSync("wasm-ld", ["--version"]).status === 0 && spawnSync("clang", ["--version"]).status === 0;
  return found && spawnSync("clang", [...FLAGS, ...SOURCES, "-o", output], { cwd: CORE, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}

/** The files as the packaged clang wants them: it sees no disk. */
function filesOf(folder) {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() ? entry.name === "wasm" : /\.[ch]$/.test(entry.name));
  return Object.fromEntries(names.map((entry) => [entry.name, entry.isDirectory() ? filesOf(join(folder, entry.name)) : readFileSync(join(folder, entry.name))]));
}

async function buildByPackage(output) {
  execFileSync("npm", ["ci", "--silent", "--no-audit", "--no-fund"], { cwd: HERE, stdio: ["ignore", "ignore", "inherit"] });
  const { commands, runLLVM } = await import("@yowasp/clang");
  await runLLVM(null, {}, { fetchProgress: () => {} }); // loads it, silently
  const built = await commands.clang([...FLAGS, ...SOURCES, "-o", "core.wasm"], filesOf(CORE));
  writeFileSync(output, built["core.wasm"]);
}

const output = resolve(process.argv[2] ?? "core.wasm");
mkdirSync(dirname(output), { recursive: true });
try {
  if (!buildNatively(output)) await buildByPackage(output);
} catch (error) {
  console.error(`The core could not be built for pages: ${error.message}`); // clang has said why
  process.exit(1);
}
