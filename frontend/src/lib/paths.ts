/** Matches paths to pages. */

/** Return the names in the path, or null if the pattern does not match. */
export function matched(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/").filter(Boolean)
  const given = path.split("/").filter(Boolean)
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? ""
    if (part.startsWith(":")) params[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return null
  }
  return params
}
