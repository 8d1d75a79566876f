/** Tells the service worker, at the end of a build, which files there are; their version is made from all of them. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

const WORKER = "sw.js";

export function offline(publicFolder: string): Plugin {
  return {
    name: "ninefold-offline",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const version = createHash("sha256");
      const files = ["/"];
      for (const name of readdirSync(publicFolder)) {
        version.update(name).update(readFileSync(`${publicFolder}/${name}`));
        files.push(`/${name}`);
      }
      for (const [name, file] of Object.entries(bundle).sort(([one], [two]) => (one < two ? -1 : 1))) {
        version.update(name).update(file.type === "chunk" ? file.code : file.source);
        if (name.startsWith("assets/")) files.push(`/${name}`);
      }
      const worker = bundle[WORKER];
      if (worker?.type !== "chunk") throw new Error(`${WORKER} is not among what was built`);
      const told = JSON.stringify(JSON.stringify({ version: version.digest("hex").slice(0, 16), files }));
      worker.code = worker.code.replace(/(["'`])%OFFLINE%\1/, () => told);
    },
  };
}
