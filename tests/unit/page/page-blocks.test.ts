import { expect, test } from 'vitest'
import { prepareBody } from '@/blocks/body'
import { getChildren, type PreparedBlock } from '@/blocks/prepared-block'
import { getPlainText } from '@/lib/page/prepared-text'
import { getPageSections } from '@/lib/workspace/read/page-text'
import type { StoredPage } from '@/lib/workspace/stored'
import { type BlockInit, createNumberedId, createStoredPage, createTestContext, HOOKS } from './stored-page'

const OTHER = createNumberedId(0xaaaa)
const createText = (title: string): BlockInit => ({ type: 'text', title })
const createReference = (id: string): BlockInit => ({
  type: 'transclusion_reference',
  format: { transclusion_reference_pointer: { id, table: 'block' } },
})

interface Rules {
  isRoot?: boolean
  mayShow?: boolean
}

/** Returns the lines of the text of a page, with headings as `anchor heading`, and those of its body. */
function readLines(page: StoredPage, { isRoot = false, mayShow = false }: Rules = {}) {
  const rules = { isRoot, mayShow: () => mayShow }
  const sections = getPageSections(page, { ...rules, collectionName: () => undefined })
  const { blocks } = prepareBody(page, createTestContext(), { ...HOOKS, ...rules })
  return {
    text: sections.flatMap(({ heading, anchor, text: lines }) => [
      ...(anchor === undefined ? [] : [`${anchor} ${heading}`]),
      ...lines.split('\n').filter((line) => line !== ''),
    ]),
    body: blocks.flatMap(getBodyLines),
  }
}

function getBodyLines(block: PreparedBlock): string[] {
  if (block.type === 'table') return block.rows.map(({ cells }) => cells.map((cell) => getPlainText(cell)).join(' · '))
  const plainText = getPlainText('text' in block ? block.text : '')
  const line = block.type === 'heading' ? `${block.id} ${plainText}` : plainText
  return [...(line === '' ? [] : [line]), ...getChildren(block).flatMap(getBodyLines)]
}

/** Creates a page with synced blocks that show a container of another page. */
function createPageWithSynced(content: BlockInit[], synced: BlockInit[]): StoredPage {
  const page = createStoredPage(content)
  let count = 0xbb00
  const addId = (init: BlockInit): BlockInit => ({
    id: createNumberedId(count++),
    ...init,
    content: init.content?.map(addId),
  })
  const container = createStoredPage([{ id: OTHER, type: 'transclusion_container', content: synced.map(addId) }])
  const { [container.id]: _, ...blocks } = container.blocks
  return { ...page, blocks: { ...blocks, ...page.blocks } }
}

function createTable(rows: string[][], format: Record<string, unknown> = {}): BlockInit {
  const createCells = (row: string[]) => Object.fromEntries(row.map((cell, index) => [`c${index}`, cell]))
  return { type: 'table', format, content: rows.map((row) => ({ type: 'table_row', properties: createCells(row) })) }
}

/** Expects that the text and the body of a page contain the same lines. */
function expectSameLines(page: StoredPage, lines: string[], rules?: Rules) {
  expect(readLines(page, rules)).toEqual({ text: lines, body: lines })
}

test('text and body contain all blocks in reading order, except deleted ones', () => {
  const page = createStoredPage([
    createText('One'),
    { type: 'toggle', title: 'Two', content: [createText('Three')] },
    createText('Four'),
  ])
  expectSameLines(page, ['One', 'Two', 'Three', 'Four'])
  const [toggle] = Object.values(page.blocks).filter(({ type }) => type === 'toggle')
  if (toggle) toggle.alive = false
  expectSameLines(page, ['One', 'Four'])
})

test('text and body contain blocks up to the same depth, and never a block inside itself', () => {
  const createNested = (depth: number): BlockInit[] =>
    depth === 0 ? [] : [{ type: 'quote', title: `${depth}`, content: createNested(depth - 1) }]
  const { text, body } = readLines(createStoredPage(createNested(100)))
  expect(text).toHaveLength(61)
  expect(body).toEqual(text)
  const page = createStoredPage([{ id: createNumberedId(7), type: 'quote', title: 'Circle' }])
  page.blocks[createNumberedId(7)]?.content.push(createNumberedId(7))
  expectSameLines(page, ['Circle'])
})

test('text and body contain a synced block if the viewer may read its page, unless it is deleted', () => {
  const page = createPageWithSynced([createText('Own'), createReference(OTHER)], [createText('Synced')])
  expectSameLines(page, ['Own'])
  expectSameLines(page, ['Own', 'Synced'], { mayShow: true })
  const container = page.blocks[OTHER]
  if (container) container.alive = false
  expectSameLines(page, ['Own'], { mayShow: true })
})

test('text and body number the anchors of a heading that is shown twice', () => {
  const page = createPageWithSynced(
    [createReference(OTHER), createReference(OTHER)],
    [{ type: 'header', title: 'Heading' }],
  )
  expectSameLines(page, ['heading Heading', 'heading-1 Heading'], { mayShow: true })
})

test('text and body contain the columns of a table once, in the stored order or that of its rows', () => {
  const rows = [
    ['a', 'b'],
    ['c', 'd'],
  ]
  expectSameLines(createStoredPage([createTable(rows)]), ['a · b', 'c · d'])
  const order = { table_block_column_order: ['c1', 'c0', 'c1', 7, ''] }
  expectSameLines(createStoredPage([createTable(rows, order)]), ['b · a', 'd · c'])
  const wide = Array.from({ length: 201 }, (_, index) => `${index}`)
  expectSameLines(createStoredPage([createTable([wide])]), [wide.slice(0, 200).join(' · ')])
})

test('text and body omit the branding table of the root page, even in a synced block', () => {
  const brandingTable = createTable([
    ['Site', 'Look'],
    ['Font', 'mono'],
  ])
  const lines = ['Site · Look', 'Font · mono']
  expectSameLines(createStoredPage([brandingTable]), lines)
  expectSameLines(createStoredPage([brandingTable]), [], { isRoot: true })
  expectSameLines(createPageWithSynced([createReference(OTHER)], [brandingTable]), [], { mayShow: true })
})
