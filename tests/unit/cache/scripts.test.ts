import { expect, test } from 'vitest'
import { deferScripts } from '@/lib/cache/scripts'

const renderScript = (name: string) => `<script src="/_next/static/chunks/${name}.js" async=""></script>`
const KEPT = '<title>A</title><script src="/_next/static/chunks/old.js" noModule=""></script>'
const PRELOAD = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/b~1.js"/>'
const UNUSED_PRELOAD = '<link rel="preload" href="/_next/static/chunks/c.js" as="script" fetchPriority="low"/>'
const INLINE = '<script id="_R_">one()</script>'
const HTML = `<html><head>${KEPT}${PRELOAD}${renderScript('a-0')}${UNUSED_PRELOAD}</head><body><p>Words</p>${INLINE}${renderScript('b~1')}</body></html>`

/** Runs the loader of a document in a simulated tab. Returns the requested scripts and functions that trigger its next steps. */
function run(html: string, tab: { hidden: boolean }) {
  const [, loader = ''] = /<script>(\{let n=[^<]*)<\/script><\/head>/.exec(html) ?? []
  const requested: string[] = []
  const document = {
    hidden: tab.hidden,
    createElement: () => ({}),
    head: { append: (script: { src: string; async: boolean }) => script.async && requested.push(script.src) },
  }
  let observed: (entries: { getEntriesByName(name: string): unknown[] }) => void = () => {}
  class PerformanceObserver {
    constructor(then: typeof observed) {
      observed = then
    }
    observe() {}
  }
  let expire = () => {}
  const setTimeout = (then: () => void) => {
    expire = then
  }
  new Function('document', 'PerformanceObserver', 'setTimeout', loader)(document, PerformanceObserver, setTimeout)
  const paint = (entry: string) => observed({ getEntriesByName: (name) => (name === entry ? [{ name }] : []) })
  return { requested, paint, expire: () => expire() }
}

const ALL = ['b~1', 'a-0', 'c'].map((name) => `/_next/static/chunks/${name}.js`)

test('loads each script once after text was painted', () => {
  const html = deferScripts(HTML)
  expect(html.replace(/<script>\{.*?<\/script>/, '')).toBe(
    `<html><head>${KEPT}</head><body><p>Words</p>${INLINE}</body></html>`,
  )
  const { requested, paint, expire } = run(html, { hidden: false })
  paint('first-paint')
  expect(requested, 'after the background').toEqual([])
  paint('first-contentful-paint')
  expect(requested, 'after the text').toEqual(ALL)
  expire()
  expect(requested, 'after the time limit').toEqual(ALL)
})

test('loads each script once without a paint', () => {
  const { requested, paint, expire } = run(deferScripts(HTML), { hidden: false })
  expire()
  expect(requested).toEqual(ALL)
  paint('first-contentful-paint')
  expect(requested).toEqual(ALL)
})

test('loads scripts immediately in a background tab, which never paints', () => {
  expect(run(deferScripts(HTML), { hidden: true }).requested).toEqual(ALL)
})

test.each([
  ['without a head', `<p>${renderScript('a')}</p>`],
  ['without scripts', `<head>${KEPT}</head>`],
  [
    'with only scripts of other sites',
    `<head><script src="https://a.test/_next/static/chunks/a.js" async=""></script></head>`,
  ],
])('does not change a document %s', (_name, html) => {
  expect(deferScripts(html)).toBe(html)
})
