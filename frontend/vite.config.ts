/// <reference types="vitest/config" />
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { svelte } from "@sveltejs/vite-plugin-svelte"
import { defineConfig, type Plugin } from "vite"
import { withBreakpoints } from "./src/css/breakpoints"

const out = "../src/uth/web/page"
const packable = /\.(html|js|css|svg|webmanifest|json)$/

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? files(path) : [path]
  })
}

/** Every text file lies packed beside itself, so that the server packs nothing. */
function packed(): Plugin {
  return {
    name: "packed",
    apply: "build",
    closeBundle() {
      for (const path of files(out).filter((each) => packable.test(each))) {
        const whole = readFileSync(path)
        writeFileSync(`${path}.gz`, gzipSync(whole, { level: 9 }))
        writeFileSync(`${path}.br`, brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      }
    },
  }
}

/** PostCSS: `@media (--phone)` and `@container (--slim)` with the widths that src/css/breakpoints.ts gives them. */
const named = (rule: { params: string }): void => void (rule.params = withBreakpoints(rule.params))
const breakpoints = { postcssPlugin: "breakpoints", AtRule: { media: named, container: named } }

/** The pages somebody needs who plays: what their shell is made of. */
const shellPages = /(index\.html|pages\/(Lobby|Table|NotFound)\.svelte)$/

/** The service worker, with the hash of this build and the files of its shell put in. */
function worker(): Plugin {
  return {
    name: "worker",
    apply: "build",
    generateBundle(_options, bundle) {
      const wanted = new Set<string>()
      const add = (name: string): void => {
        const chunk = bundle[name]
        if (!chunk || wanted.has(name)) return
        wanted.add(name)
        if (chunk.type !== "chunk") return
        for (const each of [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]) add(each)
      }
      for (const chunk of Object.values(bundle)) if (chunk.type === "chunk" && shellPages.test(chunk.facadeModuleId ?? "")) add(chunk.fileName)
      for (const name of Object.keys(bundle)) if (/latin-[^/]*\.woff2$/.test(name) && !name.includes("-ext-")) add(name)
      const shell = ["/", ...[...wanted].sort().map((name) => `/${name}`)]
      const script = readFileSync("worker.js", "utf8")
      const whole = [...Object.keys(bundle).sort(), readFileSync("index.html", "utf8"), script]
      const build = createHash("sha256").update(whole.join()).digest("hex").slice(0, 12)
      const source = script.replace("__BUILD__", build).replace('"__SHELL__"', JSON.stringify(shell))
      this.emitFile({ type: "asset", fileName: "sw.js", source })
    },
  }
}

export default defineConfig({
  plugins: [svelte(), worker(), packed()],
  css: { postcss: { plugins: [breakpoints] } },
  build: {
    outDir: out,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  test: { css: { include: [/tokens\.css/] } }, // the tests read the colours
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
})
