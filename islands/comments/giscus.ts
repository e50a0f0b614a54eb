import { createIframe, type DrawComments, getTheme, setHeight, showIframe } from './service'

const ORIGIN = 'https://giscus.app'
/** The parameter by which giscus returns the session of a reader who has signed in there, and where it is kept. */
const PARAMETER = 'giscus'
const STORED = 'giscus-session'

/** Draws discussions on GitHub in the iframe of giscus, of which no script runs here. */
export const drawGiscus: DrawComments = async (place, data) => {
  const iframe = createIframe(place)
  iframe.allow = 'clipboard-write'
  iframe.src = createAddress(data)
  addEventListener('message', ({ origin, source, data: message }) => {
    if (origin !== ORIGIN || source !== iframe.contentWindow) return
    const { resizeHeight, signOut, error } = message?.giscus ?? {}
    setHeight(iframe, resizeHeight)
    if (!signOut && !/bad credentials|state has expired/i.test(String(error ?? ''))) return
    forgetSession()
    iframe.src = createAddress(data)
  })
  await showIframe(iframe, place)
  return (dark) => iframe.contentWindow?.postMessage({ giscus: { setConfig: { theme: getTheme(dark) } } }, ORIGIN)
}

function createAddress({ repo = '', repoId = '', category = '', categoryId = '', locale }: DOMStringMap): string {
  const session = takeSession()
  const address = new URL(location.href)
  address.hash = ''
  const settings = new URLSearchParams({
    origin: address.href,
    backLink: address.href,
    session,
    repo,
    repoId,
    category,
    categoryId,
    term: location.pathname.slice(1) || 'index',
    description: document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '',
    theme: getTheme(),
    reactionsEnabled: '1',
    emitMetadata: '0',
    inputPosition: 'top',
    strict: '1',
  })
  return `${ORIGIN}/${locale}/widget?${settings}`
}

/** Returns the session at giscus, and removes it from the address of the page. */
function takeSession(): string {
  const address = new URL(location.href)
  const given = address.searchParams.get(PARAMETER)
  if (given) {
    address.searchParams.delete(PARAMETER)
    history.replaceState(history.state, '', address)
  }
  try {
    if (given) localStorage.setItem(STORED, JSON.stringify(given))
    return String(given ?? JSON.parse(localStorage.getItem(STORED) ?? '""'))
  } catch {
    // Without storage, the session lasts as long as the page.
    return given ?? ''
  }
}

function forgetSession(): void {
  try {
    localStorage.removeItem(STORED)
  } catch {
    // Without storage, nothing is kept.
  }
}
