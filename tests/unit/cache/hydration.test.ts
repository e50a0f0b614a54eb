import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeRepeatedData } from '@/lib/cache/hydration'

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

const UNDEFINED_PROPERTIES = `1:["$","p",null,{"id":"$undefined","title":"$undefined","dir":"auto","children":"$undefined"}]\n`

test('removes undefined properties except the first, wherever the data is split', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(UNDEFINED_PROPERTIES.length), { maxLength: 4 }), (cuts) => {
      const data = readData(removeRepeatedData(renderPage(UNDEFINED_PROPERTIES, cuts)))
      expect(data).toBe('1:["$","p",null,{"id":"$undefined","dir":"auto"}]\n')
    }),
  )
})

test('keeps text that resembles such a property', () => {
  const data = `1:["$","p",null,{"children":${JSON.stringify('a,"b":"$undefined",c')}}]\n`
  expect(readData(removeRepeatedData(renderPage(data)))).toBe(data)
})

test('removes nothing if the data contains unescaped text', () => {
  const text = 'a,"b":"$undefined"'.repeat(80)
  const data = `2:T${text.length.toString(16)},${text}1:["$","p",null,{"id":"$2","title":"$undefined"}]\n`
  expect(readData(removeRepeatedData(renderPage(data, [20, 600])))).toBe(data)
})

test('removes preload hints but not text that resembles one', () => {
  const hint = ':HL["/_next/static/media/face.woff2","font",{"crossOrigin":"","type":"font/woff2"}]\n'
  const similar = JSON.stringify({ text: `a\n${hint}b` })
  const html = removeRepeatedData(
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
      if (/[0-9a-f]:T[0-9a-f]+,/.test(headline)) return
      expect(readData(removeRepeatedData(renderPage(createData(json))))).toBe(createData(''))
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
      expect(readData(removeRepeatedData(renderPage(renderList([first, ...removed, last]))))).toBe(renderList(kept))
    }),
  )
})

test('removes only Twitter tags that repeat Open Graph tags', () => {
  const renderTags = (...names: string[]) => names.map((name) => `<meta name="twitter:${name}" content="1"/>`).join('')
  const html = `<head>${renderTags('card', 'title', 'image', 'image:width', 'image:alt')}</head>`
  expect(removeRepeatedData(html)).toBe(`<head>${renderTags('card')}</head>`)
})
