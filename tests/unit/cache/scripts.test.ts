import { expect, test } from 'vitest'
import { deferScripts } from '@/lib/cache/scripts'

const early = (name: string) => `<script src="/_next/static/chunks/${name}.js" async=""></script>`
const KEPT = '<title>A</title><script src="/_next/static/chunks/old.js" noModule=""></script>'
const TOLD = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/b~1.js"/>'
const USED = '<link rel="preload" href="/_next/static/chunks/c.js" as="script" fetchPriority="low"/>'
const INLINE = '<script id="_R_">one()</script>'
const HTML = `<html><head>${KEPT}${TOLD}${early('a-0')}${USED}</head><body><p>Words</p>${INLINE}${early('b~1')}</body></html>`

/** Runs a document's loader as a tab would, and says what it then asks for. */
function run(html: string, tab: { hidden: boolean }) {
  const [, loader = ''] = /<script>(\{let n=[^<]*)<\/script><\/head>/.exec(html) ?? []
  const asked: string[] = []
  const late: (() => void)[] = []
  const document = {
    hidden: tab.hidden,
    createElement: () => ({}),
    head: { append: (script: { src: string; async: boolean }) => script.async && asked.push(script.src) },
  }
  class PerformanceObserver {
    constructor(then: () => void) {
      late.push(then)
    }
    observe() {}
  }
  const setTimeout = (then: () => void) => late.push(then)
  new Function('document', 'PerformanceObserver', 'setTimeout', loader)(document, PerformanceObserver, setTimeout)
  return { asked, late }
}

const ALL = ['b~1', 'a-0', 'c'].map((name) => `/_next/static/chunks/${name}.js`)

test('loads each script once after the first paint', () => {
  const html = deferScripts(HTML)
  expect(html.replace(/<script>\{.*?<\/script>/, '')).toBe(
    `<html><head>${KEPT}</head><body><p>Words</p>${INLINE}</body></html>`,
  )
  const { asked, late } = run(html, { hidden: false })
  expect(asked).toEqual([])
  expect(late).toHaveLength(2)
  for (const then of late) {
    then()
    expect(asked).toEqual(ALL)
  }
})

test('loads scripts at once in a background tab, which never paints', () => {
  expect(run(deferScripts(HTML), { hidden: true }).asked).toEqual(ALL)
})

test.each([
  ['without a head', `<p>${early('a')}</p>`],
  ['without scripts', `<head>${KEPT}</head>`],
  [
    'with others’ scripts only',
    `<head><script src="https://a.test/_next/static/chunks/a.js" async=""></script></head>`,
  ],
])('a document %s stays as it is', (_name, html) => {
  expect(deferScripts(html)).toBe(html)
})
