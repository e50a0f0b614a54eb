import { expect, test } from 'vitest'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { idOf } from '../../support/records'
import { pageFile, rawMap, workspace } from './support'

const SECRET = 'zqxwvkj'
type Record_ = { value: Record<string, unknown> }

test('a password is removed though the row lies in another file than its collection, and from what other databases compute', async () => {
  const database = (name: string, schema: object) => ({
    value: {
      ...{ id: idOf(name), name: [[name]], parent_id: idOf('A'), parent_table: 'block', schema },
    },
  })
  const home = rawMap({ A: 'a' })
  const formula2 = { code: [['‣', [['fpp', { property: 'pw' }]]]], result_type: 'text' }
  Object.assign(home.collection, {
    [idOf('Secrets')]: database('Secrets', {
      title: { name: 'Name', type: 'title' },
      pw: { name: 'Password', type: 'text' },
    }),
    [idOf('Other')]: database('Other', {
      title: { name: 'Name', type: 'title' },
      sum: { name: 'Summary', type: 'formula', formula2 },
    }),
  })
  const rowFile = (name: string, of: string, properties: object) => {
    const map = rawMap({ [name]: 'text' })
    Object.assign((map.block[idOf(name)] as Record_).value, {
      ...{ parent_id: idOf(of), parent_table: 'collection', properties: { title: [[name]], ...properties } },
    })
    return map
  }
  const each = workspace({
    [pageFile('A')]: home,
    [pageFile('Locked')]: rowFile('Locked', 'Secrets', { pw: [[SECRET]] }),
    [pageFile('Open')]: rowFile('Open', 'Secrets', { pw: [['']] }),
    [pageFile('Reader')]: rowFile('Reader', 'Other', { sum: [[SECRET]] }),
  })
  const { index } = await each.prepare()
  const reasons = index.pages.map(({ title, access }) => [
    title,
    access.kind === 'unpublished' ? access.reason.why : access.kind,
  ])
  expect(Object.fromEntries(reasons)).toEqual({ A: 'public', Locked: 'password', Open: 'public', Reader: 'public' })
  const store = openWorkingCopy(each.env)
  const { collections = {} } = (await store.manifest()) ?? {}
  const [secrets, other] = await Promise.all(
    ['Secrets', 'Other'].map((name) => store.collection(idOf(name), collections[idOf(name)] ?? '')),
  )
  expect(JSON.stringify(secrets)).not.toContain(SECRET)
  expect(Object.keys(other?.collection.schema ?? {})).toEqual(['title'])
})

test('of two copies of a collection the one that knows of the password counts', async () => {
  const copy = (schema: object) => {
    const map = rawMap({ A: 'a', Row: 'r' })
    const value = { id: idOf('Rows'), name: [['Rows']], parent_id: idOf('A'), parent_table: 'block', schema }
    Object.assign(map.collection, { [idOf('Rows')]: { value } })
    Object.assign((map.block[idOf('Row')] as Record_).value, {
      ...{ parent_id: idOf('Rows'), parent_table: 'collection', properties: { title: [['Row']], pw: [[SECRET]] } },
    })
    return map
  }
  const title = { name: 'Name', type: 'title' }
  const { index } = await workspace({
    'a.json': copy({ title }),
    'b.json': copy({ title, pw: { name: 'Password', type: 'text' } }),
  }).prepare()
  expect(index.pages.find((page) => page.title === 'Row')?.access.kind).toBe('unpublished')
})
