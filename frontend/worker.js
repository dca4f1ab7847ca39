/** The shell of the page, kept for when the house cannot be reached: never the API, never what happens at a table.
 *  The build puts in its own hash and the files of the shell, so that every build has a cache of its own. */
const BUILD = "__BUILD__"
const SHELL = "__SHELL__"
const CACHE = `uth-${BUILD}`
const KEPT = /^\/(assets\/.+|icon[-.].+|manifest\.webmanifest)$/

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(SHELL))
      .then(() => skipWaiting()),
  )
})

addEventListener("activate", (event) => {
  const gone = (names) => names.filter((name) => name.startsWith("uth-") && name !== CACHE)
  event.waitUntil(caches.keys().then((names) => Promise.all(gone(names).map((name) => caches.delete(name)))))
})

addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== "GET" || url.origin !== location.origin) return
  if (KEPT.test(url.pathname)) event.respondWith(kept(request, url.pathname.startsWith("/assets/")))
  else if (request.mode === "navigate" && !url.pathname.startsWith("/api/")) event.respondWith(page(request))
})

/** The page as the house has it now; the kept one only where there is no house, or a proxy says so in its place. */
async function page(request) {
  const shell = () => caches.match("/", { cacheName: CACHE })
  try {
    const answer = await fetch(request)
    return answer.status < 500 ? answer : ((await shell()) ?? answer)
  } catch (error) {
    const kept = await shell()
    if (kept) return kept
    throw error
  }
}

/** A file of the page; one whose name changes with its contents is never asked for twice. */
async function kept(request, forever) {
  const cache = await caches.open(CACHE)
  const found = await cache.match(request)
  if (found && forever) return found
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, answer.clone())
    return answer
  } catch (error) {
    if (found) return found
    throw error
  }
}
