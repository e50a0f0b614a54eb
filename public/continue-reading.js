// Leads from the home page to the page that the reader last left unfinished. Nothing of it leaves the browser.
{
  const { currentScript } = document
  /** Sites below different paths of one origin share the storage. */
  const KEY = `continue-reading:${new URL('.', currentScript.src).pathname}`
  const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000
  /** A page counts as finished when 90 % of its content was scrolled into view. */
  const FINISHED = 0.9
  /** Shorter pages, in windows, are not worth a link. */
  const MIN_WINDOWS = 2
  const MAX_TITLE = 200

  const read = () => {
    try {
      const { path, title, lang, time } = JSON.parse(localStorage.getItem(KEY))
      const isValid = /^\/(?![/\\])/.test(path) && typeof title === 'string' && Date.now() - time < LIFETIME_MS
      return isValid ? { path, title, lang: String(lang ?? '') } : undefined
    } catch {
      return undefined
    }
  }
  const write = (entry) => {
    try {
      if (entry) localStorage.setItem(KEY, JSON.stringify(entry))
      else localStorage.removeItem(KEY)
    } catch {
      // Storage may be full or forbidden.
    }
  }

  const showLink = (element) => {
    const entry = read()
    element.hidden = !entry
    if (entry)
      Object.assign(element.querySelector('a'), { href: entry.path, textContent: entry.title, lang: entry.lang })
  }
  const keepPlace = () => {
    const body = document.querySelector('.page-body')
    const { top, height } = body.getBoundingClientRect()
    const { pathname } = location
    if (height < MIN_WINDOWS * innerHeight || (innerHeight - top) / height > FINISHED) {
      if (read()?.path.split('#')[0] === pathname) write()
    } else if (scrollY > innerHeight / 2) {
      const isPassed = (heading) => heading.getBoundingClientRect().top < innerHeight / 2
      const { id } = [...body.querySelectorAll(':is(h2, h3, h4, h5)[id]')].filter(isPassed).pop() ?? {}
      const title = (document.querySelector('h1')?.textContent ?? document.title).trim().slice(0, MAX_TITLE)
      const { lang } = body.closest('[lang]')
      write({ path: pathname + (id ? `#${encodeURIComponent(id)}` : ''), title, lang, time: Date.now() })
    }
  }

  const element = currentScript.previousElementSibling
  if (element?.matches('.continue-reading')) {
    showLink(element)
    addEventListener('pageshow', () => showLink(element))
    element.querySelector('button').addEventListener('click', () => {
      write()
      showLink(element)
    })
  } else {
    addEventListener('pagehide', keepPlace)
    // Phones end pages in the background without a further event.
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) keepPlace()
    })
  }
}
