import { expect, test } from 'vitest'
import { divideIntoParts, renderPartHeading, renderPartList } from '@/lib/formats/llms'
import type { SiteIndex, SitePage } from '@/lib/site/site-index'
import { createIndex, sitePage } from './support'

const createPage = (name: string, parent: string, more: Partial<SitePage> = {}) =>
  sitePage(name, { parent: sitePage(parent).id, ...more })
const divide = (index: SiteIndex, bytes?: number) =>
  divideIntoParts(index, bytes).map((pages) => pages.map(({ id }) => id))
const toIds = (...names: string[]) => names.map((name) => sitePage(name).id)

test('divideIntoParts orders pages: the root, then each main page with all pages below it', () => {
  const index = createIndex([
    createPage('b', 'guide'),
    createPage('deep', 'a'),
    createPage('about', 'root'),
    createPage('guide', 'root', { children: toIds('a', 'b') }),
    createPage('a', 'guide'),
  ])
  expect(divide(index)).toEqual([toIds('root', 'about', 'guide', 'a', 'deep', 'b')])
})

test('divideIntoParts omits pages that are not public or not readable', () => {
  const index = createIndex([
    createPage('open', 'root'),
    createPage('members', 'root', { access: { kind: 'members', organizations: 'any' } }),
    createPage('broken', 'root', { readable: false }),
  ])
  expect(divide(index)).toEqual([toIds('root', 'open')])
})

test('divideIntoParts splits a long text between pages, and gives a very long page its own part', () => {
  const index = createIndex([
    createPage('a', 'root', { words: 100 }),
    createPage('b', 'root', { words: 100 }),
    createPage('long', 'root', { words: 10_000 }),
    createPage('c', 'root', { words: 0 }),
  ])
  expect(divide(index, 2000)).toEqual([toIds('root', 'a'), toIds('b'), toIds('long'), toIds('c')])
})

test('renderPartList links to each part, and escapes titles', () => {
  const parts = [[sitePage('a', { title: 'A [b](c)\n# d' })], [sitePage('e')]]
  expect(renderPartList(parts, createIndex([], { name: 'A *site*' }), 'https://example.test')).toBe(`# A \\*site\\*

The text of all public pages, in 2 parts:

- [Part 1, from “A \\[b\\](c) \\# d”](https://example.test/llms-full-1.txt)
- [Part 2, from “e”](https://example.test/llms-full-2.txt)
`)
})

test('renderPartHeading returns the name of the site, and the number of one of several parts', () => {
  const index = createIndex([], { name: 'A *site*' })
  expect(renderPartHeading(index, undefined, 1)).toBe('# A \\*site\\*\n\n')
  expect(renderPartHeading(index, '2', 3)).toBe('# A \\*site\\*\n\nPart 2 of 3\n\n')
})
