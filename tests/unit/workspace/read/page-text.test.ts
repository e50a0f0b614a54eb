import { expect, test } from 'vitest'
import { getPageSections, isTextCut, type TextContext } from '@/lib/workspace/read/page-text'
import { splitPages } from '@/lib/workspace/read/split'
import { createId } from '../../../support/records'
import { cleaned, createBlockMap, stored, text } from '../maps'

const ACCESS_TABLE = [
  stored('table', 'table', 'root', { content: ['head', 'entry'], format: { table_block_column_order: ['a', 'b'] } }),
  stored('head', 'table_row', 'table', { properties: { a: [['Page']], b: [['Access']] } }),
  stored('entry', 'table_row', 'table', {
    properties: { a: [['‣', [['p', createId('closed')]]]], b: [['Members']] },
  }),
] as const
const CONTEXT: TextContext = {
  page: () => 'Plans',
  collectionName: () => undefined,
  mayShow: () => false,
  isRoot: true,
}

/** Returns the lines of text of the page `root`, which has an access table and a synced block of the page `closed`. */
function readLines(context: Partial<TextContext>): string[] {
  const { map } = cleaned(
    createBlockMap([
      stored('root', 'page', undefined, { content: ['shown', 'binned', 'table', 'reference'] }),
      text('shown', 'root'),
      text('binned', 'root', 'binned', { alive: false }),
      ...ACCESS_TABLE,
      stored('reference', 'transclusion_reference', 'root', {
        format: { transclusion_reference_pointer: { id: createId('container') } },
      }),
      stored('closed', 'page', undefined, { content: ['container'] }),
      stored('container', 'transclusion_container', 'closed', { content: ['synced'] }),
      text('synced', 'container'),
    ]),
  )
  const root = [...splitPages(map)].find(({ page }) => page.id === createId('root'))
  if (root === undefined) throw new Error('no page root')
  return getPageSections(root.page, { ...CONTEXT, ...context }).flatMap((section) => section.text.split('\n'))
}

test('getPageSections omits deleted blocks, the access table, and blocks of pages that are not shown', () => {
  expect(readLines({})).toEqual(['shown'])
})

test('getPageSections contains synced blocks that are shown, and access tables of pages other than the root', () => {
  expect(readLines({ mayShow: (id) => id === createId('container') })).toEqual(['shown', 'synced'])
  expect(readLines({ isRoot: false })).toEqual(['shown', 'Page · Access', 'Plans · Members'])
})

test('getPageSections contains equations as plain signs, not as TeX', () => {
  const { map } = cleaned(
    createBlockMap([
      stored('root', 'page', undefined, { content: ['heading', 'sentence', 'formula'] }),
      stored('heading', 'header', 'root', { properties: { title: [['Why '], ['⁍', [['e', '\\pi']]]] } }),
      stored('sentence', 'text', 'root', {
        properties: { title: [['Let '], ['⁍', [['e', 'x^2 \\le y']]], [' hold.']] },
      }),
      stored('formula', 'equation', 'root', { properties: { title: [['\\frac{\\alpha}{2}']] } }),
    ]),
  )
  const [root] = splitPages(map)
  const sections = root && getPageSections(root.page, CONTEXT).map(({ heading, text: lines }) => [heading, lines])
  expect(sections?.at(-1)).toEqual(['Why π', 'Let x2 ≤ y hold.\nα 2'])
})

test('isTextCut returns whether the text of a page was truncated', () => {
  const isCut = (letters: number, type = 'text') => {
    const { map } = cleaned(
      createBlockMap([
        stored('root', 'page', undefined, { content: ['first', 'last'] }),
        text('first', 'root', 'a'.repeat(500_000)),
        stored('last', type, 'root', { properties: { title: [['b'.repeat(letters)]] } }),
      ]),
    )
    const [found] = splitPages(map)
    return found && isTextCut(found.page)
  }
  expect([isCut(500_000), isCut(500_001)]).toEqual([false, true])
  // Search ignores text that is not shown.
  expect(isCut(500_001, 'breadcrumb')).toBe(false)
})
