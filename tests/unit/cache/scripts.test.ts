import { expect, test } from 'vitest'
import { deferScripts } from '@/lib/cache/scripts'

const early = (name: string) => `<script src="/_next/static/chunks/${name}.js" async=""></script>`
const KEPT = '<title>A</title><script src="/_next/static/chunks/old.js" noModule=""></script>'
const TOLD = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/b~1.js"/>'
const USED = '<link rel="preload" href="/_next/static/chunks/c.js" as="script" fetchPriority="low"/>'
const INLINE = '<script id="_R_">one()</script>'
const HTML = `<html><head>${KEPT}${TOLD}${early('a-0')}${USED}</head><body><p>Words</p>${INLINE}${early('b~1')}</body></html>`

/** Runs a document's loader in a stand-in for a tab. Returns the scripts it requests and what makes it continue. */
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

test('loads scripts at once in a background tab, which never paints', () => {
  expect(run(deferScripts(HTML), { hidden: true }).requested).toEqual(ALL)
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
