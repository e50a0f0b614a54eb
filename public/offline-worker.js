// Keeps copies of the public pages that a reader has opened, and shows them without a connection. Only pages that load `offline.js` are
// kept. With a connection, every page and file comes from the server.

const { scope } = registration
const PAGES = `offline-pages:${scope}`
const FILES = `offline-files:${scope}`
const MAX_PAGES = 50
const MAX_FILES = 300
/** A page is not shown after this time without a visit. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000
/** What pages consist of. Videos and downloads are too large. */
const KEPT_FILES = ['style', 'script', 'font', 'image']
const KEPT_TYPES = /^(?:text\/css|(?:text|application)\/javascript|font\/|image\/)/
const SCRIPT = `src="${new URL('offline.js', scope).pathname}"`

const isOwn = (url) => url.startsWith(scope)

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => {
  // The browser requests a page while this worker starts.
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]))
})

addEventListener('fetch', (event) => {
  const { method, url, mode, destination } = event.request
  if (method !== 'GET' || !isOwn(url)) return
  if (mode === 'navigate') event.respondWith(respond(event, PAGES, keepPage))
  else if (KEPT_FILES.includes(destination)) event.respondWith(respond(event, FILES, keepFile))
})

// A page that was loaded before this worker saw it sends its address and those of its files.
addEventListener('message', (event) => {
  const { page, files } = event.data
  const keep = async (url, keepResponse) => isOwn(url) && keepResponse(url, await fetch(url))
  const all = [keep(page, keepPage), ...files.slice(0, MAX_FILES).map((url) => keep(url, keepFile))]
  event.waitUntil(Promise.allSettled(all))
})

async function respond(event, cacheName, keep) {
  const { request } = event
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request))
    event.waitUntil(keep(request.url, response.clone()).catch(console.warn))
    return response
  } catch {
    const copy = await caches.match(request.url, { cacheName })
    const isOld = Date.now() - Date.parse(copy?.headers.get('date')) > LIFETIME_MS
    return copy === undefined || (cacheName === PAGES && isOld) ? Response.error() : copy
  }
}

const isPublic = ({ status, headers }) =>
  status === 200 && !/\b(?:no-store|private)\b/.test(headers.get('cache-control') ?? '')

async function keepPage(url, response) {
  const { status, headers } = response
  // The server may be overloaded, and the page still exists.
  if (status === 429 || status >= 500) return
  const pages = await caches.open(PAGES)
  const html = isPublic(response) && /^text\/html\b/.test(headers.get('content-type')) ? await response.text() : ''
  if (html.includes(SCRIPT)) {
    const kept = new Headers(headers)
    kept.set('date', new Date().toUTCString())
    for (const name of ['content-encoding', 'content-length']) kept.delete(name)
    await pages.put(url, new Response(html.replace('<html', '<html data-offline-copy=""'), { headers: kept }))
    await limit(pages, MAX_PAGES)
    return
  }
  await pages.delete(url)
  // The site may keep no copies any more.
  if ((await pages.keys()).length > 0) return
  await registration.unregister()
  for (const name of [PAGES, FILES]) await caches.delete(name)
}

async function keepFile(url, response) {
  if (!isPublic(response) || !KEPT_TYPES.test(response.headers.get('content-type'))) return
  const files = await caches.open(FILES)
  await files.put(url, response)
  await limit(files, MAX_FILES)
}

/** Removes the entries that were stored first. */
async function limit(cache, maximum) {
  const requests = await cache.keys()
  await Promise.all(requests.slice(0, -maximum).map((request) => cache.delete(request)))
}
