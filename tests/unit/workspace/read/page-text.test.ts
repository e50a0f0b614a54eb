import { expect, test } from 'vitest'
import { getPageSections, isTextCut, type TextContext } from '@/lib/workspace/read/page-text'
import { splitPages } from '@/lib/workspace/read/split'
import { idOf } from '../../../support/records'
import { cleaned, mapOf, stored, text } from '../maps'

const ACCESS_TABLE = [
  stored('table', 'table', 'root', { content: ['head', 'entry'], format: { table_block_column_order: ['a', 'b'] } }),
  stored('head', 'table_row', 'table', { properties: { a: [['Page']], b: [['Access']] } }),
  stored('entry', 'table_row', 'table', {
    properties: { a: [['‣', [['p', idOf('closed')]]]], b: [['Members']] },
  }),
] as const
const WORLD: TextContext = {
  page: () => 'Plans',
  collectionName: () => undefined,
  mayShow: () => false,
  isRoot: true,
}

/** The lines that a reader finds on the page `root`, with a table of access and a synced block of the page `closed`. */
function linesOf(world: Partial<TextContext>): string[] {
  const { map } = cleaned(
    mapOf([
      stored('root', 'page', undefined, { content: ['shown', 'binned', 'table', 'reference'] }),
      text('shown', 'root'),
      text('binned', 'root', 'binned', { alive: false }),
      ...ACCESS_TABLE,
      stored('reference', 'transclusion_reference', 'root', {
        format: { transclusion_reference_pointer: { id: idOf('container') } },
      }),
      stored('closed', 'page', undefined, { content: ['container'] }),
      stored('container', 'transclusion_container', 'closed', { content: ['synced'] }),
      text('synced', 'container'),
    ]),
  )
  const root = [...splitPages(map)].find(({ page }) => page.id === idOf('root'))
  if (root === undefined) throw new Error('no page root')
  return getPageSections(root.page, { ...WORLD, ...world }).flatMap((section) => section.text.split('\n'))
}

test('the text of a page holds no deleted block, no table of access, and no block of a page that is not shown', () => {
  expect(linesOf({})).toEqual(['shown'])
})

test('the text of a page holds synced blocks that are shown, and tables that rule nothing', () => {
  expect(linesOf({ mayShow: (id) => id === idOf('container') })).toEqual(['shown', 'synced'])
  expect(linesOf({ isRoot: false })).toEqual(['shown', 'Page · Access', 'Plans · Members'])
})

test('returns whether the text of a page was truncated', () => {
  const cut = (letters: number, type = 'text') => {
    const { map } = cleaned(
      mapOf([
        stored('root', 'page', undefined, { content: ['first', 'last'] }),
        text('first', 'root', 'a'.repeat(500_000)),
        stored('last', type, 'root', { properties: { title: [['b'.repeat(letters)]] } }),
      ]),
    )
    const [found] = splitPages(map)
    return found && isTextCut(found.page)
  }
  expect([cut(500_000), cut(500_001)]).toEqual([false, true])
  // What no reader sees is not searched either.
  expect(cut(500_001, 'breadcrumb')).toBe(false)
})
