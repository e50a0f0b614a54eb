import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { writeFiles } from '../../support/folders'
import { createId } from '../../support/records'
import { createRawMap, workspace } from './support'

/** A page with a button, in which there is another page, or which contains nothing. */
function createMapWithButton(text: string, buttonContent: readonly string[]) {
  const map = createRawMap({ A: 'one', B: text, C: 'three' }, { B: 'A', C: 'button' })
  const [page, button] = ['A', 'button'].map(createId) as [string, string]
  const { value } = map.block[page] as { value: { content: string[] } }
  value.content.push(button)
  const parent = { parent_id: page, parent_table: 'block' }
  map.block[button] = { value: { id: button, type: 'button', ...parent, content: buttonContent.map(createId) } }
  return map
}

it('writes only the changed pages of a map', async () => {
  const source = workspace({ 'map.json': createMapWithButton('two', []) })
  await source.prepare()
  const pages = path.join(openWorkingCopy(source.env).dir, 'pages')
  const before = readdirSync(pages)
  for (const name of before) utimesSync(path.join(pages, name), 1, 1)
  writeFiles(source.folder, { 'map.json': createMapWithButton('2', []) })
  expect((await source.prepare(1)).changed).toBe(true)
  const written = readdirSync(pages).filter((name) => statSync(path.join(pages, name)).mtimeMs > 1000)
  expect(written).toHaveLength(1)
  expect(before).not.toContain(written[0])
  expect(written[0]).toContain(createId('B'))
})

it('finds in a changed map what it finds in a new one, also if the content of the page is the same', async () => {
  const [hidden, revealed] = [createMapWithButton('two', ['C']), createMapWithButton('two', [])]
  const source = workspace({ 'map.json': hidden })
  const { index: first } = await source.prepare()
  expect(first.pages.map(({ id }) => id)).not.toContain(createId('C'))
  writeFiles(source.folder, { 'map.json': revealed })
  const { index: second } = await source.prepare(1)
  const { index: fresh } = await workspace({ 'map.json': revealed }).prepare(1)
  expect(second.pages).toEqual(fresh.pages)
  expect(second.pages.map(({ id }) => id)).toContain(createId('C'))
  writeFiles(source.folder, { 'map.json': hidden })
  expect((await source.prepare(2)).index.pages).toEqual(first.pages)
})

type RawMap = ReturnType<typeof createMapOfAll>
type Fields = Record<string, unknown>

/** A map with pages that show only their own texts, and with pages that show a person, a custom emoji, a synced block and a database. */
function createMapOfAll() {
  const names = {
    Root: '',
    Plain: 'plain',
    Child: 'child',
    Person: '',
    Emoji: '',
    Synced: '',
    Copy: '',
    Tables: '',
    Row: 'row',
  }
  const parents = Object.fromEntries(Object.keys(names).map((name) => [name, 'Root']))
  const { Root: _, ...below } = parents
  const map = { ...createRawMap(names, { ...below, Child: 'Plain' }), custom_emoji: {} as Fields }
  const add = (name: string, parent: string, type: string, more: Fields = {}) => {
    const id = createId(name)
    map.block[id] = { value: { id, type, parent_id: createId(parent), parent_table: 'block', ...more } }
    getContent(map, parent).push(id)
  }
  for (const [name, parent] of Object.entries({ ...below, Child: 'Plain', Row: '' })) {
    if (parent !== '') getContent(map, parent).push(createId(name))
  }
  map.notion_user = { [createId('user')]: { value: { id: createId('user'), name: 'Ada' } } }
  map.custom_emoji = { [createId('emoji')]: { value: { id: createId('emoji'), url: 'https://example.org/one.png' } } }
  getBlock(map, 'Plain body').content = [createId('unknown')]
  getBlock(map, 'Person body').properties = { title: [['‣', [['u', createId('user')]]]] }
  getBlock(map, 'Emoji body').properties = { title: [['‣', [['ce', createId('emoji')]]]] }
  add('container', 'Synced', 'transclusion_container', { content: [] })
  add('synced text', 'container', 'text', { properties: { title: [['synced']] } })
  add('copy', 'Copy', 'transclusion_reference', {
    format: { transclusion_reference_pointer: { id: createId('container') } },
  })
  add('database', 'Tables', 'collection_view', { collection_id: createId('rows'), view_ids: [createId('view')] })
  add('access', 'Root', 'table', { content: [], format: { table_block_column_order: ['page', 'access'] } })
  add('access head', 'access', 'table_row', { properties: { page: [['Page']], access: [['Access']] } })
  add('access row', 'access', 'table_row', {
    properties: { page: [['‣', [['p', createId('Plain')]]]], access: [['Public']] },
  })
  Object.assign(getBlock(map, 'Row'), { parent_id: createId('rows'), parent_table: 'collection' })
  const inDatabase = { parent_id: createId('database'), parent_table: 'block', version: 1 }
  map.collection = {
    [createId('rows')]: {
      value: {
        ...inDatabase,
        id: createId('rows'),
        name: [['Rows']],
        schema: { title: { name: 'Name', type: 'title' } },
      },
    },
  }
  map.collection_view = { [createId('view')]: { value: { ...inDatabase, id: createId('view'), type: 'table' } } }
  return map
}

const getBlock = (map: RawMap, name: string) => (map.block[createId(name)] as { value: Fields }).value
const getContent = (map: Pick<RawMap, 'block'>, name: string) =>
  (map.block[createId(name)] as { value: { content: string[] } }).value.content

/** Returns what a working copy holds, without times. */
async function readWorkingCopy({ env, prepare }: ReturnType<typeof workspace>) {
  const { index } = await prepare(1)
  const store = openWorkingCopy(env)
  const manifest = await store.manifest()
  const parts = (await store.derived('parts')) as { parts: Fields[] }
  const pages = Object.entries(manifest?.pages ?? {})
  return {
    index: { ...index, syncedAt: 0 },
    manifest: { ...manifest, syncedAt: 0 },
    parts: parts.parts.map((part) => ({ ...part, stamp: '' })),
    lint: await store.derived('lint'),
    pages: await Promise.all(pages.map(([id, hash]) => (hash === '' ? '' : store.page(id, hash)))),
  }
}

describe('a map that changed gives the working copy of a new map', () => {
  it.each<[what: string, change: (map: RawMap) => void]>([
    ['a text', (map) => (getBlock(map, 'Plain body').properties = { title: [['changed']] })],
    ['a format of a text', (map) => (getBlock(map, 'Plain body').properties = { title: [['plain', [['b']]]] })],
    ['a color of a text', (map) => (getBlock(map, 'Plain body').format = { block_color: 'red' })],
    ['the type of a text', (map) => (getBlock(map, 'Plain body').type = 'header')],
    ['an author', (map) => (getBlock(map, 'Plain body').last_edited_by_id = createId('user'))],
    ['a title', (map) => (getBlock(map, 'Plain').properties = { title: [['Renamed']] })],
    ['an icon', (map) => (getBlock(map, 'Plain').format = { page_icon: '⚓' })],
    [
      'a new text',
      (map) => {
        const id = createId('new')
        map.block[id] = { value: { ...getBlock(map, 'Plain body'), id } }
        getContent(map, 'Plain').push(id)
      },
    ],
    ['the order of texts', (map) => getContent(map, 'Root').reverse()],
    ['a removed text', (map) => (getBlock(map, 'Plain').content = [createId('Child')])],
    ['a trashed text', (map) => (getBlock(map, 'Plain body').alive = false)],
    ['a text that another page lists', (map) => getContent(map, 'Child').push(createId('Plain body'))],
    [
      'a text inside a text, which another page contains',
      (map) => {
        const id = createId('unknown')
        map.block[id] = { value: { id, type: 'text', parent_id: createId('Child'), parent_table: 'block' } }
        getContent(map, 'Child').push(id)
      },
    ],
    [
      'a moved page',
      (map) => {
        getBlock(map, 'Plain').content = [createId('Plain body')]
        getContent(map, 'Root').push(createId('Child'))
        getBlock(map, 'Child').parent_id = createId('Root')
      },
    ],
    ['a parent only', (map) => (getBlock(map, 'Child').parent_id = createId('Copy'))],
    ['a deleted page', (map) => (getBlock(map, 'Child').alive = false)],
    ['a missing page', (map) => delete map.block[createId('Child')]],
    [
      'an access rule',
      (map) => {
        getBlock(map, 'access row').properties = {
          page: [['‣', [['p', createId('Plain')]]]],
          access: [['Members']],
        }
      },
    ],
    ['a person', (map) => (map.notion_user = { [createId('user')]: { value: { id: createId('user'), name: 'Bo' } } })],
    [
      'an emoji',
      (map) => {
        map.custom_emoji = {
          [createId('emoji')]: { value: { id: createId('emoji'), url: 'https://example.org/2.png' } },
        }
      },
    ],
    ['a synced text', (map) => (getBlock(map, 'synced text').properties = { title: [['changed']] })],
    ['a removed synced text', (map) => (getBlock(map, 'container').content = [])],
    [
      'a view',
      (map) => {
        const view = { id: createId('view'), type: 'list', parent_id: createId('database'), parent_table: 'block' }
        map.collection_view = { [createId('view')]: { value: view } }
      },
    ],
    ['a row', (map) => (getBlock(map, 'Row').properties = { title: [['Renamed']] })],
    ['no database', (map) => (map.collection = {})],
  ])('%s', async (_, change) => {
    const changed = createMapOfAll()
    change(changed)
    const [kept, lost] = [1, 2].map(() => workspace({ 'map.json': createMapOfAll() }))
    if (kept === undefined || lost === undefined) throw new Error('Two folders are needed')
    const before = await readWorkingCopy(kept)
    await lost.prepare(1)
    // Without what it kept of the file, a preparation reads all of it as new.
    for (const name of ['parts.json.gz', 'pages'])
      rmSync(path.join(openWorkingCopy(lost.env).dir, name), { recursive: true })
    for (const { folder } of [kept, lost]) writeFiles(folder, { 'map.json': changed })
    const after = await readWorkingCopy(kept)
    expect(after).toEqual(await readWorkingCopy(lost))
    expect(after).not.toEqual(before)
  })
})

it('restores the lost content of an unchanged page of a changed map', async () => {
  const source = workspace({ 'map.json': createMapOfAll() })
  await source.prepare()
  const pages = path.join(openWorkingCopy(source.env).dir, 'pages')
  const before = readdirSync(pages)
  const lost = before.find((name) => name.startsWith(createId('Child'))) ?? ''
  rmSync(path.join(pages, lost))
  const changed = createMapOfAll()
  getBlock(changed, 'Plain body').properties = { title: [['changed']] }
  writeFiles(source.folder, { 'map.json': changed })
  await source.prepare(1)
  expect(readdirSync(pages)).toContain(lost)
})
