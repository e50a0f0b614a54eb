// Shows copies of the pages that a reader has opened when there is no connection. Pages that load `offline.js` ask for a copy. With a
// connection, every page and file comes from the server.

const { scope } = registration
const PAGES = `offline-pages:${scope}`
const FILES = `offline-files:${scope}`
const MAX_PAGES = 50
const MAX_FILES = 300
/** The copy of a page is not shown after this time without a visit. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000
/** What pages consist of. Videos and downloads are too large. */
const KEPT_TYPES = /^(?:text\/css|(?:text|application)\/javascript|font\/|image\/)/
const SCRIPT = `src="${new URL('offline.js', scope).pathname}"`

const isOwn = (url) => url.startsWith(scope)
const isRecent = ({ headers }) => Date.now() - Date.parse(headers.get('date')) < LIFETIME_MS
const isStorable = ({ status, redirected, headers }) =>
  status === 200 && !redirected && !/\b(?:no-store|private)\b/.test(headers.get('cache-control') ?? '')
const isDocument = (response) => isStorable(response) && /^text\/html\b/.test(response.headers.get('content-type'))

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => {
  // The browser requests a page while this worker starts.
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]))
})

addEventListener('fetch', (event) => {
  const { method, url, destination } = event.request
  if (method !== 'GET' || !isOwn(url)) return
  if (destination === 'document') event.respondWith(openPage(event))
  else if (['style', 'script', 'font', 'image'].includes(destination)) event.respondWith(openFile(event.request))
})

addEventListener('message', (event) => {
  const { page, files } = event.data
  const kept = files.filter(isOwn).slice(0, MAX_FILES).map(keepFile)
  if (page !== undefined && isOwn(page)) kept.push(keepPage(page))
  event.waitUntil(Promise.allSettled(kept))
})

async function openPage(event) {
  const { url } = event.request
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    const { status } = response
    // An address with a query may lead elsewhere. After an error of the server, the page still exists.
    if (!url.includes('?') && status !== 429 && status < 500) {
      const html = isDocument(response) ? response.clone().text() : undefined
      event.waitUntil(checkCopy(url, html))
    }
    return response
  } catch {
    const copy = await caches.match(url, { cacheName: PAGES, ignoreSearch: true })
    return copy !== undefined && isRecent(copy) ? copy : Response.error()
  }
}

async function openFile(request) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(request.url, { cacheName: FILES })) ?? Response.error()
  }
}

/** Removes the copy of a page that was deleted, moved or restricted; all copies if a page does not ask for one any more. */
async function checkCopy(url, html) {
  const pages = await caches.open(PAGES)
  if ((await pages.match(url)) === undefined) return
  if (html === undefined) await pages.delete(url)
  else if (!(await html).includes(SCRIPT)) {
    await registration.unregister()
    for (const name of [PAGES, FILES]) await caches.delete(name)
  }
}

async function keepPage(url) {
  const response = await fetch(url)
  const html = isDocument(response) ? await response.text() : ''
  if (!html.includes(SCRIPT)) return
  const headers = new Headers(response.headers)
  headers.set('date', new Date().toUTCString())
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  const pages = await caches.open(PAGES)
  await pages.put(url, new Response(html.replace('<html', '<html data-offline-copy=""'), { headers }))
  for (const request of await pages.keys()) {
    const copy = await pages.match(request)
    if (copy !== undefined && !isRecent(copy)) await pages.delete(request)
  }
  await removeOldest(pages, MAX_PAGES)
}

async function keepFile(url) {
  const response = await fetch(url)
  if (!isStorable(response) || !KEPT_TYPES.test(response.headers.get('content-type'))) return
  const files = await caches.open(FILES)
  await files.put(url, response)
  await removeOldest(files, MAX_FILES)
}

/** Removes the entries beyond a number that were stored first. */
async function removeOldest(cache, maximum) {
  const requests = await cache.keys()
  await Promise.all(requests.slice(0, -maximum).map((request) => cache.delete(request)))
}
