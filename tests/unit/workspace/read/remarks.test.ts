import { describe, expect, it } from 'vitest'
import { BUDGETS, LIMITS } from '@/lib/workspace/budget'
import { findRemarks } from '@/lib/workspace/read/remarks'
import { renderTex } from '@/lib/workspace/read/tex'
import type { Block, RichText } from '@/lib/workspace/record-map'
import { VIEW_TYPES } from '@/lib/workspace/supported'
import { lowerLimits } from '../../../support/lower-limits'
import { collection, createId } from '../../../support/records'

function createBlock(type: string, more: Partial<Block> = {}): Block {
  return {
    ...{ id: createId(type), type, parent_id: '', parent_table: 'block', alive: true, properties: {}, format: {} },
    content: [],
    created_time: 0,
    last_edited_time: 0,
    ...more,
  }
}

const createLink = (address: string): RichText => [['words', [['a', address]]]]

function findPageRemarks(
  blocks: Block[],
  views: Record<string, { type: string; filter?: unknown }> = {},
  schema: Parameters<typeof collection>[2] = { Name: {} },
) {
  const stored = {
    id: createId('page'),
    blocks: {},
    queries: {},
    users: {},
    files: {},
    previews: {},
    emojis: {},
    views: Object.fromEntries(
      Object.entries(views).map(([id, { type, filter }]) => [
        id,
        { id, type, name: id, format: {}, query: { filter }, order: [] },
      ]),
    ),
  }
  const rows = collection('Rows', 'page', schema)
  return findRemarks(blocks, stored, { [rows.id]: rows })
}

describe('findRemarks', () => {
  it('returns undefined for a page without problems', () => {
    expect(
      findPageRemarks([createBlock('page'), createBlock('text'), createBlock('table'), createBlock('table_row')]),
    ).toBeUndefined()
  })

  it('lists notes of meetings of which nothing is shown', () => {
    const createNotes = (sections: string[]) => createBlock('toggle', { format: { shown_sections: sections } })
    expect(findPageRemarks([createNotes([])])?.blocks).toEqual(['meeting_notes'])
    expect(findPageRemarks([createNotes([createId('summary')]), createBlock('toggle')])).toBeUndefined()
  })

  it('lists each unsupported type of block once, without trashed blocks', () => {
    const found = findPageRemarks([
      createBlock('ai_block'),
      createBlock('ai_block'),
      createBlock('odd', { alive: false }),
    ])
    expect(found?.blocks).toEqual(['ai_block'])
  })

  it('counts images with neither alt text nor caption', () => {
    const pictures = [
      {},
      { alt_text: [['A boat']] },
      { caption: [['A boat']] },
      { alt_text: [[' ']] },
    ] as Block['properties'][]
    expect(findPageRemarks(pictures.map((properties) => createBlock('image', { properties })))?.imagesWithoutAlt).toBe(
      2,
    )
  })

  it('lists linked paths, and ids that only full addresses refer to', () => {
    const toFullAddress = (name: string) => `https://www.notion.so/${createId(name).replaceAll('-', '')}`
    const texts = [
      createLink('/pricing?x#y'),
      createLink('https://example.com/'),
      createLink('a@example.com'),
      createLink('#place'),
      createLink(toFullAddress('Stranger')),
      createLink(toFullAddress('Both')),
      createLink(`/${createId('Both')}`),
    ]
    const found = findPageRemarks(texts.map((title) => createBlock('text', { properties: { title } })))
    expect(found?.paths).toEqual(['/pricing'])
    expect(found?.addresses).toEqual([createId('Stranger')])
  })

  it('lists unsupported views, but not their database, of which the rows are shown', () => {
    const createDatabase = (view_ids: string[]) =>
      createBlock('collection_view', { collection_id: createId('Rows'), view_ids })
    const views = { Month: { type: 'hologram' }, All: { type: 'table' } }
    expect(findPageRemarks([createDatabase(['Month', 'All'])], views)).toMatchObject({
      blocks: [],
      views: ['hologram'],
    })
    expect(findPageRemarks([createDatabase(['Month'])], views)).toMatchObject({ blocks: [], views: ['hologram'] })
    // The settings of this chart are not known.
    expect(findPageRemarks([createDatabase(['Sum'])], { Sum: { type: 'chart' } })?.views).toEqual(['chart'])
  })

  it.each(Object.keys(VIEW_TYPES).filter((type) => type !== 'chart'))('returns undefined for a %s', (type) => {
    const database = createBlock('collection_view', { collection_id: createId('Rows'), view_ids: ['All'] })
    expect(findPageRemarks([database], { All: { type } })).toBeUndefined()
  })

  it('lists the views with an unsupported filter', () => {
    const filter = { operator: 'and', filters: [{ property: 'gone', filter: { operator: 'is_empty' } }] }
    const database = createBlock('collection_view', { collection_id: createId('Rows'), view_ids: ['Mine', 'All'] })
    expect(findPageRemarks([database], { Mine: { type: 'table', filter }, All: { type: 'table' } })?.filters).toEqual([
      'Mine',
    ])
  })

  it('lists the views that are filtered by the current user', () => {
    const value = { type: 'relative', value: 'me' }
    const filter = { operator: 'and', filters: [{ property: 'Name', filter: { operator: 'person_contains', value } }] }
    const database = createBlock('collection_view', { collection_id: createId('Rows'), view_ids: ['Mine', 'All'] })
    const views = { Mine: { type: 'table', filter }, All: { type: 'table' } }
    expect(findPageRemarks([database], views, { Name: { type: 'person' } })).toMatchObject({
      filters: [],
      meFilters: ['Mine'],
    })
  })

  const createEquation = (source: string) => createBlock('equation', { properties: { title: [[source]] } })
  const listReduced = (blocks: Block[]) =>
    findPageRemarks(blocks)?.reduced.map((each) => [each.what, each.text.slice(0, 8)])

  it('lists code, equations and diagrams that exceed a limit', () => {
    const createCode = (source: string, language = 'Java') =>
      createBlock('code', { properties: { title: [[source]], language: [[language]] } })
    const lines = 'int a;\n'.repeat(100)
    const macro = '\\def\\half{\\frac{1}{2}} \\half + \\half'
    const inline = createBlock('text', { properties: { title: [['⁍', [['e', macro]]]] as RichText } })
    const blocks = [createCode(lines.replaceAll('\n', ' ')), inline, createCode(lines), createEquation('x + y')]
    expect(listReduced(blocks)).toBeUndefined()
    lowerLimits(LIMITS, { code: lines.length * 401, equationTokens: 40 })
    expect(listReduced(blocks)).toEqual([
      ['code', 'int a; i'],
      ['equation', '\\def\\hal'],
    ])
    lowerLimits(LIMITS, { diagramCharacters: 10 })
    expect(listReduced([createCode('pie\n"a" : 1', 'Mermaid'), createCode('pie\n"a": 1', 'Mermaid')])).toEqual([
      ['diagram', 'pie "a" '],
    ])
  })

  it('lists code that exceeds the budget of its page together', () => {
    const code = createBlock('code', { properties: { title: [['int a;\n'.repeat(10)]], language: [['Java']] } })
    lowerLimits(BUDGETS, { code: 4 * 70 * 400 })
    expect(listReduced(Array.from({ length: 6 }, () => code))).toHaveLength(2)
  })

  it('counts the markup of equations, so that 300 small ones are rendered, but not 1,000', () => {
    const sources = Array.from({ length: 110 }, (_, index) => `\\sum_{i=${index}}^{n} \\frac{x_i}{\\sqrt{${index}}}`)
    const { work } = renderTex(sources[20] ?? '', { display: true })
    expect(BUDGETS.equations / work).toBeGreaterThan(300)
    expect(BUDGETS.equations / work).toBeLessThan(1000)
    lowerLimits(BUDGETS, { equations: 80 * work })
    const listReducedIndexes = (count: number) =>
      findPageRemarks(sources.slice(0, count).map(createEquation))?.reduced.map(({ text }) => sources.indexOf(text))
    expect(listReducedIndexes(70)).toBeUndefined()
    const reduced = listReducedIndexes(110) ?? []
    expect(reduced[0]).toBeGreaterThan(70)
    expect(reduced).toEqual(sources.slice(reduced[0]).map((source) => sources.indexOf(source)))
  })
})
