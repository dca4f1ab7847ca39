// Print every text of the page as JSON: [{ file, line, text }]. `make texts` writes them into a list to read.
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { parse } from "svelte/compiler"
import ts from "typescript"

const READ_ALOUD = new Set(["aria-label", "aria-description", "title", "placeholder", "alt"])
const GAP = "…"
const found = []

const isText = (text) => /[A-Za-z]{2}/.test(text) && (/\s/.test(text) || /^[A-Z][a-z]+[.:?!]?$/.test(text))
const squeezed = (text) => text.replace(/\s+/g, " ").trim()

function keep(file, source, at, text) {
  const words = squeezed(text)
  if (!isText(words)) return
  found.push({ file, line: source.slice(0, at).split("\n").length, text: words })
}

/** Keep the string literals of a script or an expression; a hole in a template literal becomes a gap. */
function keepLiterals(file, source, from, to) {
  const code = source.slice(from, to)
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    const at = from + node.getStart(tree)
    if (ts.isStringLiteralLike(node)) keep(file, source, at, node.text)
    else if (ts.isTemplateExpression(node)) {
      keep(file, source, at, node.head.text + node.templateSpans.map((span) => GAP + span.literal.text).join(""))
      node.templateSpans.forEach((span) => visit(span.expression))
    } else ts.forEachChild(node, visit)
  }
  visit(tree)
}

/** Return the nodes of a component that are drawn inside the given one. */
function inner(node) {
  const blocks = [node.fragment, node.consequent, node.alternate, node.body, node.fallback, node.pending, node.then]
  return blocks.filter(Boolean).map((block) => block.nodes ?? [])
}

function keepFragment(file, source, nodes) {
  let text = ""
  let at = 0
  const flush = () => {
    keep(file, source, at, text)
    text = ""
  }
  for (const node of nodes) {
    if (node.type === "Text" || node.type === "ExpressionTag") {
      if (text === "") at = node.start + (node.type === "Text" ? node.data.length - node.data.trimStart().length : 0)
      text += node.type === "Text" ? node.data : GAP
      if (node.type === "ExpressionTag") keepLiterals(file, source, node.expression.start, node.expression.end)
      continue
    }
    flush()
    for (const attribute of node.attributes ?? []) {
      const parts = Array.isArray(attribute.value) ? attribute.value : [attribute.value]
      const isRead = READ_ALOUD.has(attribute.name) || node.type === "Component"
      const whole = parts.map((part) => (part?.type === "Text" ? part.data : GAP)).join("")
      if (isRead && parts.some((part) => part?.type === "Text")) keep(file, source, attribute.start, whole)
      for (const part of parts) if (part?.type === "ExpressionTag") keepLiterals(file, source, part.expression.start, part.expression.end)
    }
    inner(node).forEach((children) => keepFragment(file, source, children))
  }
  flush()
}

for (const name of readdirSync("src", { recursive: true }).map(String).sort()) {
  if (!/\.(svelte|ts)$/.test(name) || name === join("lib", "protocol.ts")) continue
  const file = join("src", name)
  const source = readFileSync(file, "utf8")
  if (name.endsWith(".ts")) keepLiterals(file, source, 0, source.length)
  else {
    const tree = parse(source, { modern: true })
    if (tree.instance) keepLiterals(file, source, tree.instance.content.start, tree.instance.content.end)
    keepFragment(file, source, tree.fragment.nodes)
  }
}
process.stdout.write(JSON.stringify(found))
