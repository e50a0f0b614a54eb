import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BLOCK_TYPES } from '@/lib/workspace/block-traits'
import { cleanRecordMap } from '@/lib/workspace/clean/clean'
import '@/tests/support/fixed-seed'
import { sampleItems } from '@/tests/support/complete'
import { readFixtureMaps } from '@/tests/support/fixtures'
import { createId } from '@/tests/support/records'
import { cleaned, createBlockMap, type Raw, readMap, stored } from '../maps'
import { createDatabase, DATABASE_WORDS } from './database'
import { createOutputs, getMarkupText, type PageOutputs, publishPages } from './page-outputs'
import { findForeignWords } from './page-words'

/** All types whose blocks a page can contain: the supported ones, those that are shown like them, and an unknown one. */
const TYPES = [
  ...BLOCK_TYPES.filter((type) => !['page', 'collection_view_page'].includes(type)),
  ...['ai_block', 'factory', 'hologram', 'loom', 'meeting_notes', 'miro', 'table_row', 'transcription', 'whimsical'],
]
const NAMES = ['title', 'caption', 'description', 'alt_text', 'name', 'a', 'b', 'gone']

interface Node {
  type: string
  /** Decides about details of the block. */
  flags: number
  children: Node[]
}

const node = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    type: fc.constantFrom(...TYPES),
    flags: fc.nat(1023),
    children: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant<Node[]>([]),
      fc.array(tie('node'), { maxLength: 4 }),
    ),
  }),
})).node

/** Creates a page with these blocks. Each text, address and page in it has a name that occurs nowhere else. */
function createMap(nodes: readonly Node[]) {
  const blocks: [string, Raw][] = []
  const containers: string[] = []
  const databases: ReturnType<typeof createDatabase>[] = []
  let count = 0
  const createWord = (start = 'zq') => `${start}${(count++).toString(2).replaceAll('0', 'o').replaceAll('1', 'i')}zq`
  const createAddress = (ending = '') => `https://example.com/${createWord('za')}${ending}`
  const addPage = (parent: string) => {
    const name = createWord()
    blocks.push(stored(name, 'page', parent, { properties: { title: [[name]] } }))
    return name
  }
  const add = ({ type, flags, children }: Node, parent: string, isInTab = false): string => {
    const name = `block ${++count}`
    const has = (bit: number) => (flags & (1 << bit)) === 0
    if (type === 'transclusion_container') containers.push(name)
    const content = children.map((child) =>
      add(type === 'table' && child.flags % 3 > 0 ? { ...child, type: 'table_row' } : child, name, type === 'tab'),
    )
    if (has(5)) content.push(addPage(name))
    const link = [['a', `/${createId(addPage('page'))}`]]
    const mention: [string, unknown[][]] = ['‣', [['p', createId(addPage('page'))]]]
    const properties = {
      ...Object.fromEntries(
        NAMES.map((key) => [
          key,
          isInTab ? [[createWord()]] : has(6) ? [[createWord(), link]] : [[createWord()], mention],
        ]),
      ),
      ...(has(0) && { source: [[createAddress(type === 'image' ? '.png' : '.mp4')]] }),
      ...(has(1) && { link: [[createAddress()]] }),
      ...(!has(7) && { caption: [[createAddress()]] }),
    }
    const section = (key: string) => ({
      [`${key}_block_id`]: createId(content[['summary', 'notes', 'transcript'].indexOf(key)] ?? ''),
    })
    const format = {
      ...{ page_icon: createAddress('.png'), page_cover: createAddress('.png'), bookmark_cover: createAddress('.png') },
      ...{ link_title: createWord('za'), original_url: createAddress() },
      attributes: [{ id: 'title', values: [createWord()] }],
      ...(has(2) && { display_source: createAddress() }),
      ...(has(3) && {
        drive_properties: { url: createAddress(), title: createWord(), thumbnail: createAddress('.png') },
      }),
      ...{ table_block_column_order: ['a', 'b'], toggleable: !has(4) },
      ...(has(8) ? section('transcript') : {}),
      ...(has(9) ? { ...section('summary'), ...section('notes') } : {}),
      transclusion_reference_pointer: { id: createId(containers[flags % (containers.length || 1)] ?? '') },
    }
    const database = type === 'collection_view' ? createDatabase(name, flags, createWord) : undefined
    if (database !== undefined) databases.push(database)
    blocks.push(
      stored(name, type, parent, { properties, format, content, alive: flags % 11 !== 1, ...database?.block }),
    )
    return name
  }
  const content = nodes.map((each) => add(each, 'page'))
  blocks.push(stored('page', 'page', undefined, { properties: { title: [['Page']] }, content }))
  const tables = {
    collection: Object.fromEntries(databases.map(({ collection }) => collection)),
    collection_view: Object.fromEntries(databases.flatMap(({ views }) => views)),
  }
  return createBlockMap([...blocks, ...databases.flatMap(({ rows }) => rows)], tables)
}

const findWords = (text: string): Set<string> => new Set(text.match(/z[qarvd][oi]+zq/g))

/** Returns the words of a text that are not among the others. */
const without = (text: string, others: ReadonlySet<string>): string[] =>
  [...findWords(text)].filter((word) => !others.has(word))

function checkPage({ html, record, texts, files }: PageOutputs, titles: ReadonlySet<string>) {
  const shown = findWords(getMarkupText(html))
  for (const [output, text] of Object.entries(texts))
    expect({ [output]: without(text, shown) }).toEqual({ [output]: [] })
  expect({ picture: without(record.firstImage ?? '', shown) }).toEqual({ picture: [] })
  expect({ files: without(files.join(' '), shown) }).toEqual({ files: [] })
  // The texts of blocks and pictures, without titles of pages and addresses, are in the search and in the Markdown copy.
  const alternatives = [...html.matchAll(/ alt="([^"]*)"/g)].map(([, text]) => text)
  const texted = findWords(`${html.replace(/<[^>]*>/g, '')} ${alternatives.join(' ')}`)
  // Addresses and the titles of embeds, which start with other letters, need not be found.
  for (const word of texted) if (titles.has(word) || !word.startsWith('zq')) texted.delete(word)
  for (const output of ['search', 'markdown'] as const) {
    const found = findWords(texts[output])
    const lost = [...texted].filter((word) => !found.has(word))
    expect({ [output]: lost }).toEqual({ [output]: [] })
  }
}

test('no output contains words, pictures, links or files that the page does not show', () => {
  fc.assert(
    fc.property(fc.array(node, { minLength: 1, maxLength: 6 }), (nodes) => {
      const { map } = cleanRecordMap(readMap(createMap(nodes)))
      const published = publishPages(map)
      const isRow = (id: string) => map.block[id]?.parent_table === 'collection'
      const outputs = createOutputs(map, (id) => id === createId('page') || isRow(id))
      const known = new Map(
        Object.values(map.block).map(({ id, type, properties }) => [
          id,
          type === 'page' ? (properties.title?.[0]?.[0] ?? '') : '',
        ]),
      )
      const page = outputs.find(({ id }) => id === createId('page'))
      if (page === undefined) throw new Error('the page is missing')
      checkPage(page, new Set(known.values()))
      expect(published.has(page.id)).toBe(true)
      for (const { id, html, header, texts } of outputs) {
        const words = findWords(getMarkupText(`${html} ${header}`))
        // A database that is not shown has no rows on the site.
        for (const [output, text] of Object.entries(published.get(id) ?? {}))
          expect({ [output]: without(text, words) }).toEqual({ [output]: [] })
        const all = [html, header, ...Object.values(texts), ...Object.values(published.get(id) ?? {})].join(' ')
        const { row, view, deleted } = DATABASE_WORDS
        const hidden = [deleted, isRow(id) ? view : row]
        expect([...findWords(all)].filter((word) => hidden.some((start) => word.startsWith(start)))).toEqual([])
      }
      // Linked and child pages are those to which the page has a link, or of which it shows the title.
      const shown = findWords(getMarkupText(page.html))
      const linked = [...page.record.links, ...page.record.children]
      const isShown = (id: string) => page.html.includes(`/${id}`) || shown.has(known.get(id) ?? '')
      expect({ linked: linked.filter((id) => !isShown(id)) }).toEqual({ linked: [] })
    }),
  )
})

test.each([
  [
    'the summary and the notes of a meeting',
    'transcription',
    { summary_block_id: 'one', notes_block_id: 'two' },
    ['one', 'two'],
  ],
  ['everything but a known transcript', 'meeting_notes', { transcript_block_id: 'two' }, ['one', 'three']],
  ['nothing of a meeting whose transcript is not known', 'transcription', {}, []],
  ['the result of AI', 'ai_block', {}, ['one', 'two', 'three']],
  ['nothing that a template button inserts', 'factory', {}, []],
  ['nothing in a block of an unknown type', 'hologram', {}, []],
])('a page shows %s', (_, type, pointers, expected) => {
  const format = Object.fromEntries(Object.entries(pointers).map(([key, name]) => [key, createId(name)]))
  const names = ['one', 'two', 'three']
  const inner = names.map((name) => stored(name, 'text', 'block', { properties: { title: [[`(${name})`]] } }))
  const map = createBlockMap([
    stored('page', 'page', undefined, { content: ['block'] }),
    stored('block', type, 'page', { content: names, format, properties: { title: [['(label)']] } }),
    ...inner,
  ])
  const [page] = createOutputs(cleaned(map).map)
  for (const text of [page?.html, page?.texts.search, page?.texts.markdown].map((each) => each?.replaceAll('\\', ''))) {
    expect(text).toContain('(label)')
    expect(names.filter((name) => text?.includes(`(${name})`))).toEqual(expected)
  }
})

const fixtures = readFixtureMaps()

test.skipIf(fixtures.length === 0).each(sampleItems(fixtures, 5))(
  'no output of $set/$file contains words that the page does not show',
  ({ json }) => {
    for (const page of createOutputs(cleaned(json).map)) expect(findForeignWords(page)).toEqual({})
  },
)
