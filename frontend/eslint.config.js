/** What Prettier and the compiler do not find: forgotten promises, `any`, what nobody uses, mistakes in Svelte. */
import js from "@eslint/js"
import { defineConfig, globalIgnores } from "eslint/config"
import svelte from "eslint-plugin-svelte"
import ts from "typescript-eslint"
import svelteConfig from "./svelte.config.js"

export default defineConfig(
  // Written by scripts/build_protocol_types.py.
  globalIgnores(["src/lib/protocol.ts", "src/lib/history.ts"]),
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { parserOptions: { project: ["./tsconfig.json", "./tests/tsconfig.json"], extraFileExtensions: [".svelte"] } },
    rules: {
      "no-undef": "off", // TypeScript knows.
      eqeqeq: ["error", "smart"],
      "no-console": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true, allowNullish: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "svelte/no-useless-mustaches": "off", // {" "} keeps a space that formatting would drop.
      "svelte/prefer-svelte-reactivity": "off", // Sets are made whole and never changed where the page watches them.
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // The parser does not type the parameters of callbacks in markup; svelte-check does.
    files: ["**/*.svelte"],
    rules: { "@typescript-eslint/no-unsafe-argument": "off", "@typescript-eslint/no-unsafe-member-access": "off" },
  },
  {
    // These read the facts of an irregularity and the seat of an event, which are not typed yet.
    files: ["src/table/words.ts", "src/round/Disputes.svelte"],
    rules: { "@typescript-eslint/restrict-template-expressions": "off" },
  },
)
