import { expect, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { createId } from '../../support/records'
import { createRawMap, createSourceManifest, pageFile, workspace } from './support'

const NAMES = ['Home', 'Row', 'Related', 'Target']
const toHash = (name: string) => createId(name).replaceAll('-', '').repeat(2)
const createFile = (name: string): [string, object] => [
  `attachment:${createId(name)}:${name}.png`,
  { file: `files/${name}.png`, hash: toHash(name), type: 'image/png' },
]
const attach = (name: string) => [[`${name}.png`, [['a', createFile(name)[0]]]]]
const relate = (name: string) => [['‣', [['p', createId(name)]]]]

/** A row with files and relations in properties that its database has, and in one of each that was deleted. */
function createWorkspace() {
  const home = createRawMap({ Home: 'text' })
  const value = (record: unknown) => (record as { value: Record<string, unknown> }).value
  const addBlock = (id: string, parent: string, more: object) => {
    home.block[createId(id)] = {
      value: { id: createId(id), alive: true, parent_id: createId(parent), parent_table: 'block', ...more },
    }
  }
  const source = (name: string) => ({ properties: { source: [[createFile(name)[0]]] } })
  addBlock('button', 'Home', { type: 'button', content: [createId('in button')] })
  addBlock('in button', 'button', { type: 'image', ...source('pressed') })
  addBlock('shown', 'Home', { type: 'image', ...source('shown') })
  value(home.block[createId('Home')]).content = [createId('button'), createId('shown')]
  const schema = {
    title: { name: 'Name', type: 'title' },
    files: { name: 'Files', type: 'file' },
    to: { name: 'To', type: 'relation' },
  }
  Object.assign(home.collection, {
    [createId('Rows')]: {
      value: { id: createId('Rows'), name: [['Rows']], parent_id: createId('Home'), parent_table: 'block', schema },
    },
  })
  const rows = NAMES.slice(1).map((name) => {
    const map = createRawMap({ [name]: 'text' })
    Object.assign(value(map.block[createId(name)]), { parent_id: createId('Rows'), parent_table: 'collection' })
    if (name === 'Row')
      value(map.block[createId(name)]).properties = {
        title: [[name]],
        files: attach('kept'),
        to: relate('Related'),
        old: attach('deleted'),
        former: relate('Target'),
      }
    return [`pages/${pageFile(name)}`, map]
  })
  const media = Object.fromEntries(['kept', 'deleted', 'pressed', 'shown'].map(createFile))
  return workspace({
    'manifest.json': createSourceManifest('Home', NAMES, media),
    [`pages/${pageFile('Home')}`]: home,
    ...Object.fromEntries(rows),
    ...Object.fromEntries(['kept', 'deleted', 'pressed', 'shown'].map((name) => [`files/${name}.png`, 'a picture'])),
  })
}

test('files and links of deleted properties and of hidden blocks are not part of the site', async () => {
  const { index } = await createWorkspace().prepare()
  const site = new Site(index)
  const isServed = (name: string) => site.showsFile(toHash(name), PUBLIC)
  expect(['kept', 'shown', 'deleted', 'pressed'].map(isServed)).toEqual([true, true, false, false])
  const findBacklinks = (name: string) => index.pages.find(({ title }) => title === name)?.backlinks
  expect(findBacklinks('Related')).toEqual([createId('Row')])
  expect(findBacklinks('Target')).toEqual([])
})

const HIDE = {
  collection_page_properties: [{ property: 'files', visible: false }],
  property_visibility: [{ property: 'more', visibility: 'hide' }],
}
const ROLLUP = { type: 'rollup', relation_property: 'to', target_property: 'files', aggregation: 'show_original' }
interface Shown {
  /** The format of a view of the rows; without it, no page shows them in a view. */
  view?: { type: string; format?: object }
  /** Further properties of the database. */
  schema?: object
  hide?: object
  /** Whether the page with the view is in the trash. */
  trashed?: boolean
  /** Whether the home page shows a copy of the view. */
  copied?: boolean
  /** The access that the root page sets for the page with the view. */
  access?: string
  viewer?: Viewer
}

/** Adds a table to the home page that sets the access of the page with the view. */
function addAccessTable(home: ReturnType<typeof createRawMap>, access: string) {
  const add = (id: string, parent: string, more: object) => {
    const base = { id: createId(id), alive: true, parent_id: createId(parent), parent_table: 'block' }
    home.block[createId(id)] = { value: { ...base, ...more } }
  }
  const { content } = (home.block[createId('Home')] as { value: { content: string[] } }).value
  content.push(createId('access'))
  const format = { table_block_column_order: ['page', 'word'], table_block_column_header: true }
  add('access', 'Home', { type: 'table', format, content: [createId('heading'), createId('entry')] })
  add('heading', 'access', { type: 'table_row', properties: { page: [['Page']], word: [['Access']] } })
  add('entry', 'access', { type: 'table_row', properties: { page: relate('Lists'), word: [[access]] } })
}

const SIGN_IN = {
  NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: 'pk_test_Y2xlcmsuZXhhbXBsZSQ',
  CLERK_SECRET_KEY: 'sk_test_x',
  SITE_URL: 'https://tides.example',
}

/** Puts the view into a synced block, of which the home page shows a copy. */
function addCopy(lists: ReturnType<typeof createRawMap>, home: ReturnType<typeof createRawMap>) {
  const getValue = (map: typeof home, id: string) =>
    (map.block[createId(id)] as { value: Record<string, unknown> }).value
  const add = (map: typeof home, id: string, parent: string, more: object) => {
    const base = { id: createId(id), alive: true, parent_id: createId(parent), parent_table: 'block' }
    map.block[createId(id)] = { value: { ...base, ...more } }
  }
  getValue(lists, 'Lists').content = [createId('synced')]
  getValue(lists, 'block').parent_id = createId('synced')
  add(lists, 'synced', 'Lists', { type: 'transclusion_container', content: [createId('block')] })
  const pointer = { transclusion_reference_pointer: { id: createId('synced'), table: 'block' } }
  add(home, 'copy', 'Home', { type: 'transclusion_reference', format: pointer })
  for (const id of ['synced', 'block'].map(createId)) home.block[id] = lists.block[id]
  Object.assign(home.collection_view, lists.collection_view)
  getValue(home, 'Home').content = [...(getValue(home, 'Home').content as string[]), createId('copy')]
}

/** Returns which of the files in two properties of a row are served. */
async function readServedFiles({
  view,
  schema,
  hide = HIDE,
  trashed = false,
  copied = false,
  access,
  viewer = PUBLIC,
}: Shown): Promise<string[]> {
  const home = createRawMap({ Home: 'text' })
  const lists = createRawMap({ Home: 'text', Lists: 'text' }, { Lists: 'Home' })
  const row = createRawMap({ Row: 'text' })
  const getValue = (map: typeof home, id: string) =>
    (map.block[createId(id)] as { value: Record<string, unknown> }).value
  getValue(home, 'Home').content = [createId('Lists')]
  Object.assign(getValue(lists, 'Lists'), { content: [createId('block')], alive: !trashed })
  if (access !== undefined) addAccessTable(home, access)
  const properties = { title: [['Row']], files: attach('files'), more: attach('more'), to: relate('Row') }
  Object.assign(getValue(row, 'Row'), { parent_id: createId('Rows'), parent_table: 'collection', properties })
  const block = {
    ...{ id: createId('block'), type: 'collection_view', alive: true },
    ...{ parent_id: createId('Lists'), parent_table: 'block' },
    ...{ collection_id: createId('Rows'), view_ids: view ? [createId('view')] : [] },
  }
  Object.assign(lists.block, { [block.id]: { value: block } })
  if (view) Object.assign(lists.collection_view, { [createId('view')]: { value: { id: createId('view'), ...view } } })
  if (copied) addCopy(lists, home)
  const value = {
    ...{ id: createId('Rows'), name: [['Rows']], parent_id: createId('Home'), parent_table: 'block', format: hide },
    schema: {
      title: { name: 'Name', type: 'title' },
      files: { name: 'Files', type: 'file' },
      more: { name: 'More', type: 'file' },
      to: { name: 'To', type: 'relation', collection_id: createId('Rows') },
      ...schema,
    },
  }
  Object.assign(home.collection, { [createId('Rows')]: { value } })
  const names = ['files', 'more']
  const folder = {
    'manifest.json': createSourceManifest('Home', ['Home', 'Lists', 'Row'], Object.fromEntries(names.map(createFile))),
    [`pages/${pageFile('Home')}`]: home,
    [`pages/${pageFile('Lists')}`]: lists,
    [`pages/${pageFile('Row')}`]: row,
    ...Object.fromEntries(names.map((name) => [`files/${name}.png`, 'a picture'])),
  }
  const source = workspace(folder, SIGN_IN)
  const { index } = await source.prepare()
  const site = new Site(index)
  return names.filter((name) => site.showsFile(toHash(name), viewer))
}

const list = (type: string, ...listed: object[]) => ({ [`${type}_properties`]: listed })
const files = { property: 'files' }

test.each<[string, Shown, string[]]>([
  ['the page of the row does not hide', { hide: {} }, ['files', 'more']],
  ['nothing shows', {}, []],
  [
    'social networks show',
    { schema: { files: { name: 'Social image', type: 'file' }, more: { name: 'Thumbnail', type: 'file' } } },
    ['files'],
  ],
  ['a list does not list', { view: { type: 'list' } }, []],
  ['a list shows', { view: { type: 'list', format: list('list', { ...files, visible: true }) } }, ['files']],
  ['a list hides', { view: { type: 'list', format: list('list', { ...files, visible: false }) } }, []],
  ['a list keeps from another layout', { view: { type: 'list', format: list('table', files) } }, []],
  ['a chart lists', { view: { type: 'chart', format: list('chart', files) } }, []],
  ['a table in the trash shows', { view: { type: 'table' }, trashed: true }, []],
  ['a table without a list of properties shows', { view: { type: 'table' } }, ['files', 'more']],
  [
    'a gallery shows as covers',
    { view: { type: 'gallery', format: { gallery_cover: { type: 'property', property: 'more' } } } },
    ['more'],
  ],
  [
    'a list cannot show as covers',
    { view: { type: 'list', format: { list_cover: { type: 'property', property: 'more' } } } },
    [],
  ],
  ['a shown rollup reads', { schema: { rollup: { name: 'Rollup', ...ROLLUP } } }, ['files']],
  [
    'a hidden rollup reads',
    {
      schema: { rollup: { name: 'Rollup', ...ROLLUP } },
      hide: { property_visibility: ['files', 'more', 'rollup'].map((property) => ({ property, visibility: 'hide' })) },
    },
    [],
  ],
])('of the files in properties that %s, only those that a page shows are served', async (_, shown, served) => {
  expect(await readServedFiles(shown)).toEqual(served)
})

const MEMBER: Viewer = { signedIn: true, organizations: [] }
const TABLE = { view: { type: 'table' } }

test.each<[string, Shown, string[]]>([
  ['everyone, on a public page', TABLE, ['files', 'more']],
  ['everyone, on a page for members', { ...TABLE, access: 'Members' }, []],
  ['a member, on a page for members', { ...TABLE, access: 'Members', viewer: MEMBER }, ['files', 'more']],
  ['a member, on a page for an organization', { ...TABLE, access: 'crew', viewer: MEMBER }, []],
  ['a member, on an unlisted page', { ...TABLE, access: 'Unlisted', viewer: MEMBER }, ['files', 'more']],
  ['everyone, on a public page with a copy elsewhere', { ...TABLE, copied: true }, ['files', 'more']],
  ['everyone, on a page for members with a public copy', { ...TABLE, copied: true, access: 'Members' }, []],
  [
    'a member, on a page for members with a public copy',
    { ...TABLE, copied: true, access: 'Members', viewer: MEMBER },
    ['files', 'more'],
  ],
  ['a member, on a page that is closed by mistake', { ...TABLE, access: '(none)', viewer: MEMBER }, []],
])('files that only a view shows are served to those who may read the view: %s', async (_, shown, served) => {
  expect(await readServedFiles(shown)).toEqual(served)
})

const omit = (record: Record<string, unknown>, key: string) =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== key))

interface Copies {
  /** The access of the page with the copy; without it, there is none. */
  copy?: string
  original?: string
  /** Whether the file of that page lacks a block. */
  partial?: boolean
}

/** Returns the titles of the pages of a site, and the files that everyone may request, of a synced block that only a copy shows. */
async function readConcealed({ copy, original = 'Public', partial = false }: Copies) {
  const names = ['Home', 'Original', 'Copy', 'Inside', 'In button', 'Deeper']
  const map = createRawMap(Object.fromEntries(names.map((name) => [name, name])), {
    Inside: 'synced',
    Deeper: 'nested',
  })
  const getValue = (name: string) => (map.block[createId(name)] as { value: Record<string, unknown> }).value
  const addBlock = (name: string, parent: string, { content = [], ...more }: { type: string; content?: string[] }) => {
    const ids = { id: createId(name), parent_id: createId(parent), content: content.map(createId) }
    map.block[ids.id] = { value: { alive: true, parent_table: 'block', ...ids, ...more } }
  }
  const picture = (name: string) => ({ type: 'image', properties: { source: [[createFile(name)[0]]] } })
  addBlock('button', 'Original', { type: 'button', content: ['synced'] })
  const content = ['picture', 'nested', 'inner button', 'Inside']
  addBlock('synced', 'button', { type: 'transclusion_container', content })
  addBlock('picture', 'synced', picture('shown'))
  addBlock('nested', 'synced', { type: 'toggle', content: ['Deeper'] })
  addBlock('inner button', 'synced', { type: 'button', content: ['hidden picture', 'In button'] })
  addBlock('hidden picture', 'inner button', picture('pressed'))
  Object.assign(getValue('In button'), { parent_id: createId('inner button'), parent_table: 'block' })
  getValue('Original').content = [createId('button')]
  const pointer = { transclusion_reference_pointer: { id: createId('synced'), table: 'block' } }
  map.block[createId('reference')] = {
    value: {
      ...{ id: createId('reference'), type: 'transclusion_reference', alive: true, format: pointer },
      ...{ parent_id: createId('Copy'), parent_table: 'block' },
    },
  }
  getValue('Copy').content = copy === undefined ? [] : [createId('reference')]
  for (const [name, access = 'Public'] of [
    ['Original', original],
    ['Copy', copy],
  ] as const) {
    const properties = { title: [[name]], access: [[access]] }
    Object.assign(getValue(name), { parent_id: createId('Rows'), parent_table: 'collection', properties })
  }
  const access = { name: 'Access', type: 'text' }
  const schema = { title: { name: 'Name', type: 'title' }, access }
  const rows = { id: createId('Rows'), name: [['Rows']], parent_id: createId('Home'), parent_table: 'block', schema }
  Object.assign(map.collection, { [rows.id]: { value: rows } })
  const media = ['shown', 'pressed']
  const source = workspace({
    'manifest.json': createSourceManifest('Home', names, Object.fromEntries(media.map(createFile))),
    ...Object.fromEntries(names.map((name) => [`pages/${pageFile(name)}`, map])),
    [`pages/${pageFile('Copy')}`]: { ...map, block: partial ? omit(map.block, createId('inner button')) : map.block },
    ...Object.fromEntries(media.map((name) => [`files/${name}.png`, 'a picture'])),
  })
  const { index } = await source.prepare()
  const site = new Site(index)
  const children = index.pages.filter(({ title }) => names.slice(3).includes(title))
  return {
    pages: children.filter(({ access: each }) => each.kind === 'public').map(({ title }) => title),
    files: media.filter((name) => site.showsFile(toHash(name), PUBLIC)),
  }
}

test.each([
  [{}, [], []],
  [{ copy: 'Public' }, ['Inside', 'Deeper'], ['shown']],
  [{ copy: 'Public', partial: true }, ['Inside', 'Deeper'], ['shown']],
  // What fewer readers can find than may read the original stays closed.
  [{ copy: 'Unlisted' }, [], []],
  [{ copy: 'Members' }, [], []],
  [{ copy: '' }, [], []],
  [{ copy: 'Public', original: 'Members' }, [], []],
])('of a synced block in a button of a page, %j, everyone may read %j and request %j', async (copies, pages, files) => {
  expect(await readConcealed(copies)).toEqual({ pages, files })
})
