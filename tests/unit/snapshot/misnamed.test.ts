import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { reportProtection } from '@/cli/lib/export/export-site'
import { describeFinding, indexPagesById } from '@/lib/formats/findings'
import { readSavedFindings, readSavedProtection } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { getEditorsMessages } from '@/messages/languages'
import { expectConsole } from '../../support/console'
import { writeFiles } from '../../support/folders'
import { createId } from '../../support/records'
import { createRawMap, workspace } from './support'

interface Property {
  name: string
  type: string
  options?: { value: string }[]
}
type Values = Record<string, unknown>
type Record_ = { value: Record<string, unknown> }

const options = (...values: string[]) => values.map((value) => ({ value }))
const ACCESS = { type: 'select', options: options('Public', 'Members') }

/** Creates a folder of a database named Rows, whose rows have these values of its property. */
function createFiles(property: Property | undefined, rows: Record<string, unknown>) {
  const map = createRawMap(Object.fromEntries(['Root', ...Object.keys(rows)].map((name) => [name, name])))
  const schema: Values = { title: { name: 'Name', type: 'title' }, ...(property && { p: property }) }
  const value = { id: createId('Rows'), name: [['Rows']], parent_id: createId('Root'), parent_table: 'block', schema }
  Object.assign(map.collection, { [createId('Rows')]: { value } })
  for (const [name, text] of Object.entries(rows)) {
    Object.assign((map.block[createId(name)] as Record_).value, {
      ...{ parent_id: createId('Rows'), parent_table: 'collection' },
      properties: { title: [[name]], ...(text !== '' && { p: [[text]] }) },
    })
  }
  return { 'a.json': map }
}

/** Prepares states of a folder one after the other, as of one that an editor changes. */
function create(property: Property | undefined, rows: Record<string, unknown>) {
  const source = workspace(createFiles(property, rows))
  let times = 0
  return {
    ...source,
    async change(to: Property | undefined, values: Record<string, unknown> = rows) {
      times += 1
      // The size of the file changes, so that it is read again.
      writeFiles(source.folder, { 'a.json': { ...createFiles(to, values)['a.json'], times: 'x'.repeat(times) } })
    },
    async read() {
      const { index } = await source.prepare()
      const pages = indexPagesById(index.pages)
      const describe = (finding: Parameters<typeof describeFinding>[0]) =>
        describeFinding(finding, pages, getEditorsMessages('en'))
      const findings = (await readSavedFindings(source.env)).filter(({ kind }) => kind === 'misnamed')
      return {
        index,
        open: index.pages.filter(({ access }) => access.kind === 'public').map(({ title }) => title),
        why: findings.map((each) => (each.kind === 'misnamed' ? each.why : '')),
        lines: findings.map(describe),
        protection: (await readSavedProtection(source.env)).map(describe),
      }
    },
  }
}

const ROWS = { Open: 'Public', Closed: 'Members' }

test('a renamed property still protects, until it is named right again', async () => {
  const source = create({ name: 'Access', ...ACCESS }, ROWS)
  expect(await source.read()).toMatchObject({ open: ['Root', 'Open'], why: [] })
  for (const name of ['Readers', 'Audience']) {
    await source.change({ name, type: 'text' })
    const { open, lines, protection } = await source.read()
    expect([open, lines]).toEqual([
      ['Root', 'Open'],
      [
        `The database “Rows”: The property “${name}” was named Access and still restricts who may read the rows. Name it Access again, or delete it or all of its values`,
      ],
    ])
    expect(protection).toEqual([`The database “Rows”: restricted by “${name}”: 1 of 2 rows is not open to everyone`])
  }
  await source.change({ name: 'access', ...ACCESS })
  expect(await source.read()).toMatchObject({ open: ['Root', 'Open'], why: [] })
})

test.each([
  ['Public', { type: 'checkbox' }, { Open: 'Yes', Closed: 'No' }],
  ['状态', { type: 'status', options: options('已发布', '草稿') }, { Open: '已发布', Closed: '草稿' }],
  ['Publish at', { type: 'date' }, { Open: '', Closed: 'soon' }],
  ['Password', { type: 'text' }, { Open: '', Closed: 'secret' }],
])('a renamed %s still protects', async (name, type, rows) => {
  const source = create({ name, ...type }, rows)
  await source.read()
  await source.change({ name: 'Something', ...type })
  const { open, why, index } = await source.read()
  expect([open, why]).toEqual([['Root', 'Open'], ['renamed']])
  const store = openWorkingCopy(source.env)
  const stored = await store.collection(createId('Rows'), index.collections[createId('Rows')]?.hash ?? '')
  expect(Object.keys(stored?.collection.schema ?? {})).toEqual(name === 'Password' ? ['title'] : ['title', 'p'])
})

test('a renamed property no longer protects if an editor empties or deletes it, and its id is not kept', async () => {
  for (const change of ['empty', 'delete'] as const) {
    const source = create({ name: 'Access', ...ACCESS }, ROWS)
    await source.read()
    await source.change({ name: 'Readers', ...ACCESS })
    expect((await source.read()).why).toEqual(['renamed'])
    if (change === 'empty') await source.change({ name: 'Readers', ...ACCESS }, { Open: '', Closed: '' })
    else await source.change(undefined)
    expect(await source.read()).toMatchObject({ open: ['Root', 'Open', 'Closed'], why: [] })
    expect(await openWorkingCopy(source.env).derived('history')).toHaveProperty('protecting', {})
    await source.change({ name: 'Readers', ...ACCESS })
    expect((await source.read()).why).toEqual([])
  }
})

const STATUS = { type: 'select', options: options('Published', 'Draft') }
const STATUSES = { Open: 'Published', Closed: 'Draft', New: '' }

test.each([
  ['deleted', options('Draft')],
  ['renamed', options('Live', 'Draft')],
])('a status publishes no row while its option Published is %s', async (_, changed) => {
  for (const name of ['Status', 'Phase']) {
    const source = create({ name: 'Status', ...STATUS }, STATUSES)
    expect((await source.read()).open).toEqual(['Root', 'Open'])
    // Notion removes the values of a deleted option.
    for (const values of [STATUSES, { Open: 'Live', Closed: 'Draft', New: '' }, { Open: '', Closed: '', New: '' }]) {
      await source.change({ name, type: 'status', options: changed }, values)
      const { open, lines, protection } = await source.read()
      expect([open, lines]).toEqual([
        ['Root'],
        [
          `The database “Rows”: The property “${name}” had an option that publishes rows, and has none now, so none of the rows is published. Name an option Published again, or delete the property`,
        ],
      ])
      expect(protection).toEqual([`The database “Rows”: restricted by “${name}”: 3 of 3 rows are not open to everyone`])
    }
    await source.change({ name: 'Status', ...STATUS }, STATUSES)
    expect(await source.read()).toMatchObject({ open: ['Root', 'Open'], why: [] })
    await source.change({ name: 'Status', type: 'status', options: changed }, STATUSES)
    expect((await source.read()).why).toEqual(['without-published'])
    await source.change(undefined, STATUSES)
    expect(await source.read()).toMatchObject({ open: ['Root', 'Open', 'Closed', 'New'], why: [] })
  }
})

test('a status that never had an option that publishes hides no row', async () => {
  const source = create({ name: 'Status', type: 'status', options: options('Unlisted', 'Draft') }, STATUSES)
  expect((await source.read()).open).toEqual(['Root', 'Open', 'Closed', 'New'])
  await source.change({ name: 'Status', type: 'status', options: options('Done', 'Draft') })
  expect(await source.read()).toMatchObject({ open: ['Root', 'Open', 'Closed', 'New'], why: [] })
})

test.each([
  ['Access', ACCESS, 'Status', ROWS],
  ['Public', { type: 'checkbox' }, 'Access', { Open: 'Yes', Closed: 'No' }],
  ['Publish at', { type: 'date' }, 'Status', { Open: '', Closed: 'soon' }],
])(
  'a property %s (%j) keeps its meaning if it is renamed to %s, which it cannot mean',
  async (name, type, to, rows) => {
    const source = create({ name, ...type }, rows)
    expect((await source.read()).open).toEqual(['Root', 'Open'])
    await source.change({ name: to, ...type })
    expect(await source.read()).toMatchObject({ open: ['Root', 'Open'], why: ['renamed'] })
  },
)

test('a property closes all rows if its type becomes another one, whose options do not count', async () => {
  for (const [name, property, type, rows] of [
    ['Status', STATUS, 'text', STATUSES],
    ['Status', STATUS, 'multi_select', STATUSES],
    ['Public', { type: 'checkbox' }, 'select', { Open: 'Yes', Closed: 'No' }],
    ['Publish at', { type: 'date' }, 'text', { Open: '', Closed: 'soon' }],
    ['Access', ACCESS, 'checkbox', ROWS],
  ] as const) {
    const source = create({ name, ...property }, rows)
    expect((await source.read()).open).toEqual(['Root', 'Open'])
    for (const renamed of [name, 'Something']) {
      await source.change({ name: renamed, type })
      expect((await source.read()).open, `${name}, ${renamed}`).toEqual(['Root'])
    }
  }
})

test('rows whose options of access are all deleted stay closed', async () => {
  const source = create({ name: 'Access', type: 'multi_select', options: options('Public', 'Members') }, ROWS)
  expect((await source.read()).open).toEqual(['Root', 'Open'])
  await source.change({ name: 'Access', type: 'multi_select', options: [] }, { Open: '', Closed: '' })
  expect((await source.read()).open).toEqual(['Root'])
})

test('a property that never had a value, and an unchecked one, still close the rows after they are renamed', async () => {
  for (const property of [
    { name: 'Access', ...ACCESS },
    { name: 'Public', type: 'checkbox' },
  ]) {
    const source = create(property, { Closed: '' })
    await source.read()
    await source.change({ ...property, name: 'Readers' })
    expect(await source.read()).toMatchObject({ open: ['Root'], why: ['renamed'] })
  }
})

test('a checkbox that was checked and is not any more still closes the rows after it is renamed', async () => {
  const source = create({ name: 'Public', type: 'checkbox' }, { Row: 'Yes' })
  expect((await source.read()).open).toEqual(['Root', 'Row'])
  await source.change({ name: 'Readers', type: 'checkbox' }, { Row: '' })
  expect(await source.read()).toMatchObject({ open: ['Root'], why: ['renamed'] })
})

test('the properties of a deleted database are not kept', async () => {
  const source = create({ name: 'Access', ...ACCESS }, ROWS)
  await source.read()
  writeFiles(source.folder, { 'a.json': createRawMap({ Root: 'without the database' }) })
  await source.read()
  expect(await openWorkingCopy(source.env).derived('history')).toHaveProperty('protecting', {})
})

test('a formula that refers to a renamed password by its name is removed', async () => {
  const createWithFormula = (name: string, formula: string) => {
    const files = createFiles({ name, type: 'text' }, { Row: 'secret' })
    const database = (files['a.json'].collection as Record<string, Record_>)[createId('Rows')]
    const formula2 = { code: [[`prop("${formula}")`]], result_type: 'text' }
    Object.assign(database?.value.schema as Values, { f: { name: 'Copy', type: 'formula', formula2 } })
    return files
  }
  const source = workspace(createWithFormula('Password', 'Other'))
  await source.prepare()
  writeFiles(source.folder, createWithFormula('Entrance', 'Entrance'))
  const { index } = await source.prepare()
  const store = openWorkingCopy(source.env)
  const stored = await store.collection(createId('Rows'), index.collections[createId('Rows')]?.hash ?? '')
  expect(Object.keys(stored?.collection.schema ?? {})).toEqual(['title'])
})

test('renamed properties are known as long as their database cannot be read', async () => {
  const source = create({ name: 'Access', ...ACCESS }, ROWS)
  await source.read()
  writeFiles(source.folder, { 'b.json': 'no record map' })
  await source.change({ name: 'Readers', ...ACCESS }, { Open: '', Closed: '' })
  expect(await source.read()).toMatchObject({ open: ['Root'], why: ['renamed'] })
})

test.each([
  ['Acces', ACCESS],
  ['الوصول', { type: 'select', options: options('أعضاء', 'Public') }],
  ['存取權限', { type: 'multi_select', options: options('Public', '成員') }],
])('without a memory, %s protects if its options are values of access', async (name, type) => {
  const { open, lines, protection } = await create({ name, ...type }, ROWS).read()
  expect([open, lines]).toEqual([
    ['Root', 'Open'],
    [
      `The database “Rows”: The property “${name}” has values that restrict access, and counts as Access. Name it Access, or give it a different name`,
    ],
  ])
  expect(protection).toEqual([`The database “Rows”: restricted by “${name}”: 1 of 2 rows is not open to everyone`])
})

test('a checkbox near to Public, and a status near to Status, protect', async () => {
  const rows = { Open: 'Yes', Closed: 'No' }
  for (const name of ['Pubic', '公開', 'عام']) {
    expect(await create({ name, type: 'checkbox' }, rows).read()).toMatchObject({
      open: ['Root', 'Open'],
      why: ['misspelt'],
    })
  }
  const type = { type: 'status', options: options('Draft', 'Published') }
  const statuses = { Open: 'Published', Closed: 'Draft' }
  expect(await create({ name: 'Statuss', ...type }, statuses).read()).toMatchObject({ open: ['Root', 'Open'] })
})

test('the saved state is what knows a renamed property', async () => {
  const source = create({ name: 'Access', ...ACCESS }, ROWS)
  await source.read()
  rmSync(path.join(source.env.stateDir), { recursive: true })
  await source.change({ name: 'Readers', ...ACCESS })
  expect(await source.read()).toMatchObject({ open: ['Root', 'Open', 'Closed'], why: [] })
})

test.each([
  ['Acces', { type: 'text' }, 'Access'],
  ['Acces', { ...ACCESS, type: 'text' }, 'Access'],
  ['Acces', { type: 'select', options: options('High', 'Low') }, 'Access'],
  ['Publish date', { type: 'date' }, 'Publish at'],
  ['Pasword', { type: 'text' }, 'Password'],
])('only the near name %s of a property (%j) is reported, and protects nothing', async (name, type, meant) => {
  const { open, lines, protection } = await create({ name, ...type }, ROWS).read()
  expect([open, lines]).toEqual([
    ['Root', 'Open', 'Closed'],
    [
      `The database “Rows”: The property “${name}” does not restrict who may read the rows. If it should, name it ${meant}. Otherwise, give it a different name`,
    ],
  ])
  expect(protection).toEqual([
    'The database “Rows”: no property and no table restricts who may read the rows: 2 of 2 rows are open to everyone',
  ])
})

test('a status without an option that publishes is not listed as a restriction', async () => {
  const { protection } = await create({ name: 'Status', type: 'select', options: options('Planned') }, ROWS).read()
  expect(protection[0]).toContain('no property and no table restricts')
})

test.each([
  ['Published', { type: 'date' }],
  ['Type', { type: 'select', options: options('Public', 'Private') }],
  ['Tags', { type: 'multi_select', options: options('Public', 'Draft') }],
  ['ステータス', { type: 'status', options: options('未着手', '完了') }],
  ['Stage', { type: 'select', options: options('Draft', 'Final') }],
  ['State', { type: 'select', options: options('Ohio', 'Utah') }],
  ['Done', { type: 'checkbox' }],
  ['Publisher', { type: 'text' }],
])('the ordinary property %s (%j) is not reported', async (name, type) => {
  expect(await create({ name, ...type }, ROWS).read()).toMatchObject({ open: ['Root', 'Open', 'Closed'], why: [] })
})

test('a property beside one with the exact name means something else', async () => {
  const files = createFiles({ name: 'Acces', ...ACCESS }, ROWS)
  const database = (files['a.json'].collection as Record<string, Record_>)[createId('Rows')]
  Object.assign(database?.value.schema as Values, { q: { name: 'Access', ...ACCESS } })
  const source = workspace(files)
  await source.prepare()
  expect((await readSavedFindings(source.env)).filter(({ kind }) => kind === 'misnamed')).toEqual([])
})

/** Creates a root page with a table of a page and its access, under a heading. */
function createTable(heading: string, value: string) {
  const map = createRawMap({ Root: 'Root', Plans: 'Plans' }, { Plans: 'Root' })
  const base = { alive: true, parent_table: 'block' }
  const rows = [
    { a: [['Page']], b: [[heading]] },
    { a: [['‣', [['p', createId('Plans')]]]], b: [[value]] },
  ]
  const ids = rows.map((_, at) => createId(`row ${at}`))
  const table = { ...base, id: createId('table'), type: 'table', parent_id: createId('Root'), content: ids }
  map.block[table.id] = { value: table }
  for (const [at, properties] of rows.entries()) {
    const id = ids[at] ?? ''
    map.block[id] = { value: { ...base, id, type: 'table_row', parent_id: table.id, properties } }
  }
  const root = (map.block[createId('Root')] as Record_).value
  root.content = [...(root.content as string[]), table.id, createId('Plans')]
  return { 'a.json': map }
}

test.each([
  ['Access', 'Members', ['Root'], []],
  ['Acess', 'Members', ['Root'], ['misspelt']],
  ['アクセス権', 'org_abc', ['Root'], ['misspelt']],
  ['Acess', 'by bus', ['Root', 'Plans'], ['near']],
  ['Owner', 'Members', ['Root', 'Plans'], []],
])('a table on the root page with the heading %s and the value %s', async (heading, value, open, why) => {
  const source = workspace(createTable(heading, value))
  const { index } = await source.prepare()
  const findings = await readSavedFindings(source.env)
  const found = findings.flatMap((each) => (each.kind === 'misnamed' ? [each.why] : []))
  expect(index.pages.filter(({ access }) => access.kind === 'public').map(({ title }) => title)).toEqual(open)
  expect(found).toEqual(why)
})

test.each(['Owner', ''])(
  'a table on the root page that was headed Access and is headed %o still protects',
  async (heading) => {
    const source = workspace(createTable('Access', 'Members'))
    const read = async () => {
      const { index } = await source.prepare()
      const findings = (await readSavedFindings(source.env)).filter(({ kind }) => kind === 'misnamed')
      const lines = findings.map((each) => describeFinding(each, indexPagesById(index.pages), getEditorsMessages('en')))
      return { open: index.pages.filter(({ access }) => access.kind === 'public').map(({ title }) => title), lines }
    }
    expect(await read()).toEqual({ open: ['Root'], lines: [] })
    const renamed = { open: ['Root'], lines: [expect.stringMatching(/was headed Access and still restricts/)] }
    writeFiles(source.folder, createTable(heading, 'Members'))
    expect(await read()).toEqual(renamed)
    // It is known as long as the table exists, also if all files are read again.
    expectConsole(/parts\.json\.gz is missing or damaged: it is rebuilt$/)
    rmSync(path.join(openWorkingCopy(source.env).dir, 'parts.json.gz'))
    expect(await read()).toEqual(renamed)
    // A file that cannot be read does not end it.
    writeFiles(source.folder, { 'a.json': 'damaged' })
    expect((await read()).open).toEqual(['Root'])
    writeFiles(source.folder, createTable(heading, 'Editors'))
    expect(await read()).toEqual(renamed)
    writeFiles(source.folder, createTable('Access', 'Members'))
    expect(await read()).toEqual({ open: ['Root'], lines: [] })
    writeFiles(source.folder, { 'a.json': createRawMap({ Root: 'Root', Plans: 'Plans' }, { Plans: 'Root' }) })
    expect(await read()).toEqual({ open: ['Root', 'Plans'], lines: [] })
    expect(await openWorkingCopy(source.env).derived('history')).toHaveProperty('protecting', {})
  },
)

test('the export prints what protects each database, and with --strict stops before it writes', async () => {
  const source = create({ name: 'Acces', ...ACCESS }, ROWS)
  const { index } = await source.read()
  // Once for each of the two exports.
  for (const _ of [1, 2]) {
    expectConsole(/^log: · The database “Rows”: restricted by “Acces”: 1 of 2 rows is not open to everyone$/)
  }
  expectConsole(/^warn: ✗ The database “Rows”: The property “Acces” has values that restrict access/)
  await reportProtection({ site: { index } }, { env: source.env, strict: false })
  await expect(reportProtection({ site: { index } }, { env: source.env, strict: true })).rejects.toThrow(
    /nothing was replaced: correct them:\n {2}- The database “Rows”: The property “Acces”/,
  )
})
