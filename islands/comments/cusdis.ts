import { addStyleSheet, createIframe, type DrawComments, getTheme, loadScript, setHeight } from './service'

/** What the script of Cusdis reads in its own window. */
type CusdisWindow = Window & { __DATA__?: Record<string, string>; CUSDIS_LOCALE?: unknown }

/**
 * Draws Cusdis in an iframe of this document, without the inline script of its own loader, which the policy of the page forbids.
 */
export const drawCusdis: DrawComments = async (place, { server = '', appId = '', locale = 'en' }) => {
  const iframe = createIframe(place)
  place.append(iframe)
  const { contentWindow, contentDocument: inner } = iframe
  if (contentWindow === null || inner === null) return () => {}
  const post = (event: string, data: unknown) =>
    contentWindow.postMessage(JSON.stringify({ from: 'cusdis', event, data }), location.origin)
  addEventListener('message', ({ source, data }) => {
    if (source !== contentWindow) return
    const message = parse(data)
    if (message.event === 'resize') setHeight(iframe, message.data)
  })
  const base = inner.createElement('base')
  base.target = '_parent'
  const root = inner.createElement('div')
  root.id = 'root'
  inner.head.append(base)
  inner.body.append(root)
  inner.documentElement.lang = locale
  addStyleSheet(`${server}/js/style.css`, inner)
  const settings = {
    host: server,
    appId,
    pageId: location.pathname,
    pageUrl: location.origin + location.pathname,
    pageTitle: document.title,
    theme: getTheme(),
  }
  Object.assign(contentWindow as CusdisWindow, { __DATA__: settings })
  // Without its texts, Cusdis is in English.
  await loadScript(`${server}/js/widget/lang/${locale.toLowerCase()}.js`, inner).catch(console.warn)
  await loadScript(`${server}/js/iframe.umd.js`, inner, 'module')
  return (dark) => post('setTheme', getTheme(dark))
}

function parse(data: unknown): { event?: unknown; data?: unknown } {
  try {
    return JSON.parse(String(data)) ?? {}
  } catch {
    return {}
  }
}
