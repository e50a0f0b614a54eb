import { expect, test } from 'vitest'
import { prepareBody } from '@/lib/page/body'
import type { WireBlock } from '@/lib/page/wire/blocks'
import { getPlainText } from '@/lib/page/wire/text'
import { getPageSections } from '@/lib/workspace/read/page-text'
import type { StoredPage } from '@/lib/workspace/stored'
import { contextOf, type Draft, HOOKS, idOf, storedPage } from './stored-page'

const OTHER = idOf(0xaaaa)
const text = (title: string): Draft => ({ type: 'text', title })
const reference = (id: string): Draft => ({
  type: 'transclusion_reference',
  format: { transclusion_reference_pointer: { id, table: 'block' } },
})

interface Rules {
  isRoot?: boolean
  mayShow?: boolean
}

/** The lines of a page's text, headings as `anchor heading`, and those of its body. */
function linesOf(page: StoredPage, { isRoot = false, mayShow = false }: Rules = {}) {
  const rules = { isRoot, mayShow: () => mayShow }
  const sections = getPageSections(page, { ...rules, collectionName: () => undefined })
  const { blocks } = prepareBody(page, contextOf(), { ...HOOKS, ...rules })
  return {
    text: sections.flatMap(({ heading, anchor, text: lines }) => [
      ...(anchor === undefined ? [] : [`${anchor} ${heading}`]),
      ...lines.split('\n').filter((line) => line !== ''),
    ]),
    body: blocks.flatMap(bodyLines),
  }
}

function bodyLines([type, words, children, more]: WireBlock): string[] {
  if (more && 'rows' in more) return more.rows.map(([cells]) => cells.map((cell) => getPlainText(cell)).join(' · '))
  const line = getPlainText(words)
  const own = type === 'heading' && more && 'id' in more ? `${more.id} ${line}` : line
  return [...(own === '' ? [] : [own]), ...(children || []).flatMap(bodyLines)]
}

/** A page with a container of another page, shown by synced blocks. */
function withSynced(content: Draft[], synced: Draft[]): StoredPage {
  const page = storedPage(content)
  let count = 0xbb00
  const numbered = (draft: Draft): Draft => ({ id: idOf(count++), ...draft, content: draft.content?.map(numbered) })
  const container = storedPage([{ id: OTHER, type: 'transclusion_container', content: synced.map(numbered) }])
  const { [container.id]: _, ...blocks } = container.blocks
  return { ...page, blocks: { ...blocks, ...page.blocks } }
}

function table(rows: string[][], format: Record<string, unknown> = {}): Draft {
  const cells = (row: string[]) => Object.fromEntries(row.map((cell, index) => [`c${index}`, cell]))
  return { type: 'table', format, content: rows.map((row) => ({ type: 'table_row', properties: cells(row) })) }
}

/** Expects text and body to show the same lines. */
function expectBoth(page: StoredPage, lines: string[], rules?: Rules) {
  expect(linesOf(page, rules)).toEqual({ text: lines, body: lines })
}

test('blocks that are shown are in both, in reading order, deleted ones in neither', () => {
  const page = storedPage([text('One'), { type: 'toggle', title: 'Two', content: [text('Three')] }, text('Four')])
  expectBoth(page, ['One', 'Two', 'Three', 'Four'])
  const [toggle] = Object.values(page.blocks).filter(({ type }) => type === 'toggle')
  if (toggle) toggle.alive = false
  expectBoth(page, ['One', 'Four'])
})

test('content is shown down to one depth, and never within itself', () => {
  const nested = (depth: number): Draft[] =>
    depth === 0 ? [] : [{ type: 'quote', title: `${depth}`, content: nested(depth - 1) }]
  const { text: shown, body } = linesOf(storedPage(nested(100)))
  expect(shown).toHaveLength(61)
  expect(body).toEqual(shown)
  const page = storedPage([{ id: idOf(7), type: 'quote', title: 'Circle' }])
  page.blocks[idOf(7)]?.content.push(idOf(7))
  expectBoth(page, ['Circle'])
})

test('a synced block of another page is shown to those who may read that page, if it is not deleted', () => {
  const page = withSynced([text('Own'), reference(OTHER)], [text('Synced')])
  expectBoth(page, ['Own'])
  expectBoth(page, ['Own', 'Synced'], { mayShow: true })
  const container = page.blocks[OTHER]
  if (container) container.alive = false
  expectBoth(page, ['Own'], { mayShow: true })
})

test('a heading that is shown again has an anchor of its own', () => {
  const page = withSynced([reference(OTHER), reference(OTHER)], [{ type: 'header', title: 'Heading' }])
  const anchor = idOf(0xbb00).replaceAll('-', '')
  expectBoth(page, [`${anchor} Heading`, `${anchor}-2 Heading`], { mayShow: true })
})

test('a table has the columns of its order, or else of its rows, each once', () => {
  const rows = [
    ['a', 'b'],
    ['c', 'd'],
  ]
  expectBoth(storedPage([table(rows)]), ['a · b', 'c · d'])
  const order = { table_block_column_order: ['c1', 'c0', 'c1', 7, ''] }
  expectBoth(storedPage([table(rows, order)]), ['b · a', 'd · c'])
  const wide = Array.from({ length: 201 }, (_, index) => `${index}`)
  expectBoth(storedPage([table([wide])]), [wide.slice(0, 200).join(' · ')])
})

test('a table of branding is shown on no root page, not even as a synced block', () => {
  const look = table([
    ['Site', 'Look'],
    ['Font', 'mono'],
  ])
  const lines = ['Site · Look', 'Font · mono']
  expectBoth(storedPage([look]), lines)
  expectBoth(storedPage([look]), [], { isRoot: true })
  expectBoth(withSynced([reference(OTHER)], [look]), [], { mayShow: true })
})
