import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createLockFor } from '@/lib/site/page-locks'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { createId } from '../../support/records'
import { createRawMap, pageFile, workspace } from './support'

const SECRET = 'zqxwvkj'
type Record_ = { value: Record<string, unknown> }

test('removes a password from a row in another file than its collection, and from formulas of other databases', async () => {
  const createDatabase = (name: string, schema: object) => ({
    value: {
      ...{ id: createId(name), name: [[name]], parent_id: createId('A'), parent_table: 'block', schema },
    },
  })
  const home = createRawMap({ A: 'a' })
  const formula2 = { code: [['‣', [['fpp', { property: 'pw' }]]]], result_type: 'text' }
  Object.assign(home.collection, {
    [createId('Secrets')]: createDatabase('Secrets', {
      title: { name: 'Name', type: 'title' },
      pw: { name: 'Password', type: 'text' },
    }),
    [createId('Other')]: createDatabase('Other', {
      title: { name: 'Name', type: 'title' },
      sum: { name: 'Summary', type: 'formula', formula2 },
    }),
  })
  const createRowFile = (name: string, database: string, properties: object) => {
    const map = createRawMap({ [name]: 'text' })
    Object.assign((map.block[createId(name)] as Record_).value, {
      ...{ parent_id: createId(database), parent_table: 'collection', properties: { title: [[name]], ...properties } },
    })
    return map
  }
  const source = workspace({
    [pageFile('A')]: home,
    [pageFile('Locked')]: createRowFile('Locked', 'Secrets', { pw: [[SECRET]] }),
    [pageFile('Open')]: createRowFile('Open', 'Secrets', { pw: [['']] }),
    [pageFile('Reader')]: createRowFile('Reader', 'Other', { sum: [[SECRET]] }),
  })
  const { index } = await source.prepare()
  const reasons = index.pages.map(({ title, access }) => [
    title,
    access.kind === 'unpublished' ? access.reason.why : access.kind,
  ])
  expect(Object.fromEntries(reasons)).toEqual({ A: 'public', Locked: 'password', Open: 'public', Reader: 'public' })
  const store = openWorkingCopy(source.env)
  const { collections = {} } = (await store.manifest()) ?? {}
  const [secrets, other] = await Promise.all(
    ['Secrets', 'Other'].map((name) => store.collection(createId(name), collections[createId(name)] ?? '')),
  )
  expect(JSON.stringify(secrets)).not.toContain(SECRET)
  expect(Object.keys(other?.collection.schema ?? {})).toEqual(['title'])
})

test('uses the copy of a collection that has the password property', async () => {
  const createCopy = (schema: object) => {
    const map = createRawMap({ A: 'a', Row: 'r' })
    const value = { id: createId('Rows'), name: [['Rows']], parent_id: createId('A'), parent_table: 'block', schema }
    Object.assign(map.collection, { [createId('Rows')]: { value } })
    Object.assign((map.block[createId('Row')] as Record_).value, {
      ...{ parent_id: createId('Rows'), parent_table: 'collection', properties: { title: [['Row']], pw: [[SECRET]] } },
    })
    return map
  }
  const title = { name: 'Name', type: 'title' }
  const { index } = await workspace({
    'a.json': createCopy({ title }),
    'b.json': createCopy({ title, pw: { name: 'Password', type: 'text' } }),
  }).prepare()
  expect(index.pages.find((page) => page.title === 'Row')?.access.kind).toBe('unpublished')
})

/** Creates the files of a database with a password property of this type, and rows with these values. */
function createPasswordFiles(type: string, values: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const map = createRawMap(Object.fromEntries(['A', ...Object.keys(values)].map((name) => [name, name])))
  const schema = { title: { name: 'Name', type: 'title' }, pw: { name: '密码', type }, ...more }
  Object.assign(map.collection, {
    [createId('Rows')]: {
      value: { id: createId('Rows'), name: [['Rows']], parent_id: createId('A'), parent_table: 'block', schema },
    },
  })
  for (const [name, value] of Object.entries(values)) {
    Object.assign((map.block[createId(name)] as Record_).value, {
      ...{ parent_id: createId('Rows'), parent_table: 'collection' },
      properties: { title: [[name]], ...(value as object) },
    })
  }
  return { 'a.json': map }
}

/** Returns the content of all files in a folder as text. */
function readAll(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
  return files
    .filter((file) => statSync(file).isFile())
    .map((file) => (file.endsWith('.gz') ? gunzipSync(readFileSync(file)).toString() : readFileSync(file, 'latin1')))
    .join('\n')
}

test('locks a row with its password if SITE_SECRET is set, without a copy of the password', async () => {
  const source = workspace(createPasswordFiles('text', { Locked: { pw: [[` ${SECRET} `]] }, Open: {} }), {
    SITE_SECRET: 'one secret for tests',
  })
  const prepareAccess = async () => (await source.prepare()).index.pages.find(({ title }) => title === 'Locked')?.access
  const lock = createLockFor(createId('Locked'), SECRET, source.env)
  expect(await prepareAccess()).toEqual({ kind: 'locked', locks: [lock] })
  expect(readAll(source.env.stateDir)).toContain(lock?.split(':')[1])
  expect(readAll(source.env.stateDir)).not.toContain(SECRET)

  source.env.siteSecret = 'two'
  expect(await prepareAccess()).toEqual({
    kind: 'locked',
    locks: [createLockFor(createId('Locked'), SECRET, source.env)],
  })
  source.env.siteSecret = undefined
  expect(await prepareAccess()).toEqual({ kind: 'unpublished', reason: { why: 'password' } })
})

test.each([
  ['blank', 'text', { pw: [[' \u200b ']] }],
  ['too long', 'text', { pw: [['x'.repeat(10_000)]] }],
  ['a mention', 'text', { pw: [['‣', [['u', createId('Ann')]]]] }],
  ['a person', 'person', { pw: [['‣', [['u', createId('Ann')]]]] }],
  ['a formula', 'formula', {}],
  ['a checkbox', 'checkbox', { pw: [['Yes']] }],
  ['one of two', 'text', { pw: [['one']], second: [['two']] }],
])('does not publish a row whose password is %s', async (_, type, values) => {
  const files = createPasswordFiles(type, { Locked: values }, { second: { name: 'Password', type: 'text' } })
  const { index } = await workspace(files, { SITE_SECRET: 'one secret for tests' }).prepare()
  const access = index.pages.find(({ title }) => title === 'Locked')?.access
  expect(access).toEqual({ kind: 'unpublished', reason: { why: 'password-unusable' } })
})

test('locks a row in another file than its collection', async () => {
  const [[, map] = []] = Object.entries(createPasswordFiles('number', { Locked: { pw: [['1234']] } }))
  const rows = { ...map, collection: {} }
  const home = { ...createRawMap({ A: 'a' }), collection: map?.collection }
  const source = workspace({ 'a.json': home, 'b.json': rows }, { SITE_SECRET: 'one secret for tests' })
  const { index } = await source.prepare()
  expect(index.pages.find(({ title }) => title === 'Locked')?.access).toEqual({
    kind: 'locked',
    locks: [createLockFor(createId('Locked'), '1234', source.env)],
  })
})
