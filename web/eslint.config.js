import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import tseslint from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

// What the compiler and svelte-check do not look for: promises that nobody waits for, lists without keys, dead code.
// How code is set on the page is Prettier's alone; files that `make types` writes are nobody's.
export default tseslint.config(
  {
    ignores: [
      "src/engine/facts.ts",
      "src/lib/messages.ts",
      "src/lib/i18n/words.*.ts",
      "src/lib/i18n/further-words.*.ts",
      "src/lib/traits.ts",
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: [".svelte"] } },
    rules: {
      "no-undef": "off", // the compiler knows the browser's names
      "svelte/prefer-svelte-reactivity": "off", // a class decides for itself which of its fields are watched
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: tseslint.parser, svelteConfig } },
  },
  {
    // In markup the parser takes what a handler is given for `any`; svelte-check knows better and does look.
    files: ["**/*.svelte"],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "svelte/no-unused-svelte-ignore": "off", // its list of warnings is shorter than the compiler's
    },
  },
  {
    files: ["*.js", "*.ts", "public/*.js"],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { parserOptions: { projectService: false } },
  },
);
