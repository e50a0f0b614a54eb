import { expect, test } from 'vitest'
import { divideIntoParts, renderPartHeading, renderPartList } from '@/lib/formats/llms-full'
import type { SiteIndex, SitePage } from '@/lib/site/site-index'
import { indexOf, sitePage } from './support'

const below = (name: string, parent: string, more: Partial<SitePage> = {}) =>
  sitePage(name, { parent: sitePage(parent).id, ...more })
const divide = (index: SiteIndex, bytes?: number) =>
  divideIntoParts(index, bytes).map((pages) => pages.map(({ id }) => id))
const ids = (...names: string[]) => names.map((name) => sitePage(name).id)

test('pages are in reading order: the root, then each main page with all below it', () => {
  const index = indexOf([
    below('b', 'guide'),
    below('deep', 'a'),
    below('about', 'root'),
    below('guide', 'root', { children: ids('a', 'b') }),
    below('a', 'guide'),
  ])
  expect(divide(index)).toEqual([ids('root', 'about', 'guide', 'a', 'deep', 'b')])
})

test('pages that are not public, or cannot be read, are left out', () => {
  const index = indexOf([
    below('open', 'root'),
    below('members', 'root', { access: { kind: 'members', organizations: 'any' } }),
    below('broken', 'root', { readable: false }),
  ])
  expect(divide(index)).toEqual([ids('root', 'open')])
})

test('a text that is too long is divided between pages, and a page that is too long is a part of its own', () => {
  const index = indexOf([
    below('a', 'root', { words: 100 }),
    below('b', 'root', { words: 100 }),
    below('long', 'root', { words: 10_000 }),
    below('c', 'root', { words: 0 }),
  ])
  expect(divide(index, 2000)).toEqual([ids('root', 'a'), ids('b'), ids('long'), ids('c')])
})

test('the list of parts links to each, and no title adds markup to it', () => {
  const parts = [[sitePage('a', { title: 'A [b](c)\n# d' })], [sitePage('e')]]
  expect(renderPartList(parts, indexOf([], { name: 'A *site*' }), 'https://example.test')).toBe(`# A \\*site\\*

The text of all public pages, in 2 parts:

- [Part 1, from “A \\[b\\](c) \\# d”](https://example.test/llms-full-1.txt)
- [Part 2, from “e”](https://example.test/llms-full-2.txt)
`)
})

test('the text begins with the name of the site, and each of several parts with its number', () => {
  const index = indexOf([], { name: 'A *site*' })
  expect(renderPartHeading(index, undefined, 1)).toBe('# A \\*site\\*\n\n')
  expect(renderPartHeading(index, '2', 3)).toBe('# A \\*site\\*\n\nPart 2 of 3\n\n')
})
