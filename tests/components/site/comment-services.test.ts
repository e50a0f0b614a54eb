import { afterEach, expect, test } from 'vitest'
import { drawArtalk } from '@/islands/comments/artalk'
import { drawRemark42 } from '@/islands/comments/remark42'

const SERVER = 'https://talk.example'

afterEach(() => {
  Reflect.deleteProperty(document.head, 'append')
  document.head.replaceChildren()
  document.documentElement.removeAttribute('data-theme')
})

function createPlace(): HTMLElement {
  document.body.innerHTML = '<section aria-label="Comments"><div></div></section>'
  history.replaceState(null, '', '/a%20page?giscus=x#y')
  return document.querySelector('div') as HTMLElement
}

/** Collects the addresses of scripts and style sheets that are added to the document, as if each had run. */
function collectScripts(addresses: string[]): void {
  document.head.append = (...nodes) => {
    for (const node of nodes) {
      const { tagName, src, href } = node as HTMLScriptElement & HTMLLinkElement
      if (tagName === 'LINK') addresses.push(href)
      if (tagName !== 'SCRIPT') continue
      addresses.push(src)
      queueMicrotask(() => (node as HTMLElement).dispatchEvent(new Event('load')))
    }
  }
}

test('Remark42 gets the address of the page, its language and its color scheme, and sets the height', async () => {
  document.documentElement.dataset.theme = 'dark'
  const place = createPlace()
  await drawRemark42(place, { server: SERVER, site: 'my.site', locale: 'zh-CN' })
  const iframe = place.querySelector('iframe') as HTMLIFrameElement
  const { origin, pathname, searchParams } = new URL(iframe.src)
  expect([origin + pathname, iframe.title]).toEqual([`${SERVER}/web/iframe.html`, 'Comments'])
  expect(Object.fromEntries(searchParams)).toMatchObject({
    site_id: 'my.site',
    url: `${location.origin}/a%20page`,
    theme: 'dark',
    locale: 'zh',
  })
  const send = (from: string, data: unknown) =>
    dispatchEvent(new MessageEvent('message', { origin: from, source: iframe.contentWindow, data }))
  send('https://other.example', { height: 99 })
  expect(iframe.style.height).toBe('')
  for (const data of [null, 'x', { height: '12px' }, { height: 321 }]) send(SERVER, data)
  expect(iframe.style.height).toBe('321px')
  send(SERVER, { height: 1e9 })
  expect(iframe.style.height).toBe('100000px')
})

test('Artalk gets the script of its server, and its texts in other languages', async () => {
  const calls: unknown[] = []
  const schemes: boolean[] = []
  const init = (settings: unknown) => {
    calls.push(settings)
    return { setDarkMode: (dark: boolean) => schemes.push(dark) }
  }
  Object.assign(window, { Artalk: { init } })
  const addresses: string[] = []
  collectScripts(addresses)
  const setDark = await drawArtalk(createPlace(), { server: `${SERVER}/a`, site: 'My site', locale: 'ja' })
  expect(addresses).toEqual(['Artalk.css', 'Artalk.js', 'i18n/ja.js'].map((file) => `${SERVER}/a/dist/${file}`))
  expect(calls).toMatchObject([{ server: `${SERVER}/a`, site: 'My site', locale: 'ja', pageKey: '/a%20page' }])
  setDark(true)
  expect(schemes).toEqual([true])
})
