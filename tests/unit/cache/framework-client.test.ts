import { expect, test } from 'vitest'
import { removeFrameworkClient } from '@/lib/cache/framework-client'

test.each([
  ['a chunk', '<script src="/_next/static/chunks/a-0.js" async=""></script>'],
  [
    'a chunk below a base path',
    '<script src="/docs/_next/static/chunks/a-0.js?dpl=1" id="_R_" async="" nonce="n"></script>',
  ],
  ['a chunk for old browsers', '<script src="/_next/static/chunks/a.js" noModule=""></script>'],
  ['a preload link', '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a-0.js"/>'],
  ['the start of the data', '<script>(self.__next_f=self.__next_f||[]).push([0])</script>'],
  ['data', String.raw`<script nonce="n">self.__next_f.push([1,"\u003c/script>\"])"])</script>`],
  [
    'the start of the runtime',
    '<script>(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({});</script>',
  ],
])('removes %s', (_, element) => {
  expect(removeFrameworkClient(`<p>a</p>${element}<p>b</p>`)).toBe('<p>a</p><p>b</p>')
})

test.each([
  [
    'scripts of the site',
    '<script type="module" src="/_next/static/scripts/start-A.js"></script><script>let a</script>',
  ],
  ['style sheets', '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>'],
  ['preload links of fonts', '<link rel="preload" href="/_next/static/media/a.woff2" as="font"/>'],
  ['data of islands and of search engines', '<script type="application/json">["self.__next_f"]</script>'],
  ['a code example', '<code>&lt;script>self.__next_f.push([0])&lt;/script></code>'],
])('keeps %s', (_, element) => {
  expect(removeFrameworkClient(element)).toBe(element)
})
