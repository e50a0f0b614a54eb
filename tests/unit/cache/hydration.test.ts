import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeRepeatedTexts } from '@/lib/cache/hydration'
import { detachTexts } from '@/lib/page/text/detach-texts'

/** Returns hydration data as Next.js writes it into a document, split into scripts at these positions. */
function renderScripts(data: string, cuts: number[] = []): string {
  const at = [0, ...cuts.map((cut) => cut % (data.length + 1)).sort((a, b) => a - b), data.length]
  return at
    .slice(1)
    .map((end, index) => `<script>self.__next_f.push([1,${escapeJson(data.slice(at[index], end))}])</script>`)
    .join('')
}

const escapeJson = (text: string) =>
  JSON.stringify(text).replace(/[<>&]/g, (each) => `\\u00${each.charCodeAt(0).toString(16)}`)

/** Returns the hydration data that a browser reads from a document. */
function readData(html: string): string {
  return [...html.matchAll(/push\(\[1,("[^<]*")\]\)/g)].map(([, text]) => JSON.parse(text ?? '""') as string).join('')
}

const renderPage = (data: string, cuts?: number[]) =>
  `<p>Words</p>${renderScripts(data, cuts)}<script src="/a.js"></script>`
const { pieces } = detachTexts([['text', 'A "text" with <b>, & and \\n. '.repeat(200)]], 'page').texts
const DATA = `1:["$","div",null,{"texts":${JSON.stringify({ id: 'page', pieces })},"next":"</script>"}]\n`
const DATA_WITHOUT_TEXTS = `1:["$","div",null,{"texts":${JSON.stringify({ id: 'page', pieces: pieces.map(() => '') })},"next":"</script>"}]\n`

test('removes only the texts that the markup contains', () => {
  const html = removeRepeatedTexts(renderPage(DATA))
  expect(readData(html)).toBe(DATA_WITHOUT_TEXTS)
  expect(html).toBe(renderPage(DATA_WITHOUT_TEXTS))
})

test('removes the texts wherever the data is split into scripts', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(DATA.length), { maxLength: 8 }), (cuts) => {
      const html = removeRepeatedTexts(renderPage(DATA, cuts))
      expect(readData(html)).toBe(DATA_WITHOUT_TEXTS)
      expect(html).not.toMatch(/[\uFDD0\uFDD1]/)
    }),
  )
})

test.each([
  ['with a single mark', renderPage('1:"\uFDD0text"\n')],
  ['with marks in the wrong order', renderPage('1:"\uFDD1text\uFDD0"\n')],
  ['with a mark inside a text', renderPage('1:"\uFDD0te\uFDD0xt\uFDD1"\n')],
  ['with marks in its markup', `<p>\uFDD0Words\uFDD1</p>${renderPage(DATA)}`],
  ['with a pair of marks in its markup and its data', `<a href="/\uFDD0">a</a>${renderPage('1:"\uFDD1"\n')}`],
  ['with marks in another script', `<script>let a = "\uFDD0a\uFDD1"</script>${renderPage(DATA)}`],
])('does not change a document %s', (_, html) => {
  expect(removeRepeatedTexts(html)).toBe(html)
})

const UNDEFINED_PROPERTIES = `1:["$","p",null,{"id":"$undefined","title":"$undefined","dir":"auto","children":"$undefined"}]\n`

test('removes undefined properties except the first, wherever the data is split', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(UNDEFINED_PROPERTIES.length), { maxLength: 4 }), (cuts) => {
      const data = readData(removeRepeatedTexts(renderPage(UNDEFINED_PROPERTIES, cuts)))
      expect(data).toBe('1:["$","p",null,{"id":"$undefined","dir":"auto"}]\n')
    }),
  )
})

test('keeps text that resembles such a property', () => {
  const data = `1:["$","p",null,{"children":${JSON.stringify('a,"b":"$undefined",c')}}]\n`
  expect(readData(removeRepeatedTexts(renderPage(data)))).toBe(data)
})

test('removes only marked texts if the data contains unescaped text', () => {
  const text = 'a,"b":"$undefined"'.repeat(80)
  const data = `2:T${text.length.toString(16)},${text}1:["$","p",null,{"id":"$2","title":"$undefined"}]\n`
  expect(readData(removeRepeatedTexts(renderPage(data, [20, 600])))).toBe(data)
})

test('removes preload hints but not text that resembles one', () => {
  const hint = ':HL["/_next/static/media/face.woff2","font",{"crossOrigin":"","type":"font/woff2"}]\n'
  const similar = JSON.stringify({ text: `a\n${hint}b` })
  const html = removeRepeatedTexts(
    renderPage(`1:I[1]\n${hint}${hint}2:${similar}
`),
  )
  expect(readData(html)).toBe(`1:I[1]\n2:${similar}
`)
})

/** Texts with characters that end or escape strings, markup or data. */
const odd = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'\\"}],{[:<>&$\n'.split('')) }))

test.each([
  ['JSON-LD', '"0"', '"type":"application/ld+json",'],
  ['a script', 'null', ''],
])('removes %s that the document contains', (_, key, type) => {
  fc.assert(
    fc.property(odd, (headline) => {
      const json = JSON.stringify({ headline, '@type': 'Article' }).replaceAll('<', '\\u003c')
      const createData = (text: string) =>
        `1:["$","script",${key},{${type}"dangerouslySetInnerHTML":{"__html":${JSON.stringify(text)}}}]\n2:["$","p",null,{"a":"b"}]\n`
      if (/[\uFDD0\uFDD1]|[0-9a-f]:T[0-9a-f]+,/.test(headline)) return
      expect(readData(removeRepeatedTexts(renderPage(createData(json))))).toBe(createData(''))
    }),
  )
})

test('removes the Open Graph and feed elements that the head contains', () => {
  fc.assert(
    fc.property(odd, (title) => {
      if (/[0-9a-f]:T[0-9a-f]+,/.test(title)) return
      const createMeta = (key: number, name: object) =>
        JSON.stringify(['$', 'meta', String(key), { ...name, content: title }])
      const kept = [
        createMeta(0, { name: 'description' }),
        JSON.stringify(['$', 'link', '3', { rel: 'icon', href: '/a' }]),
      ]
      const alternate = JSON.stringify(['$', 'link', '4', { rel: 'alternate', type: 'text/markdown', href: title }])
      const named = ['twitter:title', 'twitter:card', 'twitter:image:width'].map((name, at) => createMeta(at, { name }))
      const removed = [
        createMeta(1, { property: 'og:title' }),
        createMeta(2, { property: 'og:image:width' }),
        ...named,
        alternate,
      ]
      const [first, last] = kept
      const renderList = (list: unknown[]) => `1:[${list.join(',')}]\n`
      expect(readData(removeRepeatedTexts(renderPage(renderList([first, ...removed, last]))))).toBe(renderList(kept))
    }),
  )
})

test('removes only Twitter tags that repeat Open Graph tags', () => {
  const renderTags = (...names: string[]) => names.map((name) => `<meta name="twitter:${name}" content="1"/>`).join('')
  const html = `<head>${renderTags('card', 'title', 'image', 'image:width', 'image:alt')}</head>`
  expect(removeRepeatedTexts(html)).toBe(`<head>${renderTags('card')}</head>`)
})
