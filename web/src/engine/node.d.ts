/** The little of Node.js that tests here use; its own types would change those of the browser. */

declare module "node:fs" {
  export function readFileSync(path: URL): Uint8Array<ArrayBuffer>;
  export function readFileSync(path: string | URL, encoding: "utf8"): string;
}

declare module "node:process" {
  export const env: Readonly<Record<string, string | undefined>>;
}
