import { createIframe, type DrawComments, getTheme, setHeight, showIframe } from './service'

/** Remark42 calls Simplified Chinese `zh`, and writes other tags in lower case. */
const getLocale = (locale = 'en') => (locale === 'zh-CN' ? 'zh' : locale.toLowerCase())

/** Draws the iframe of a Remark42 server, of which no script runs here. */
export const drawRemark42: DrawComments = async (place, { server = '', site = '', locale }) => {
  const iframe = createIframe(place)
  const settings = new URLSearchParams({
    site_id: site,
    url: location.origin + location.pathname,
    page_title: document.title,
    theme: getTheme(),
    locale: getLocale(locale),
  })
  iframe.src = `${server}/web/iframe.html?${settings}`
  const { origin } = new URL(server)
  addEventListener('message', (event) => {
    if (event.origin === origin && event.source === iframe.contentWindow) setHeight(iframe, event.data?.height)
  })
  await showIframe(iframe, place)
  return (dark) => iframe.contentWindow?.postMessage({ theme: getTheme(dark) }, origin)
}
