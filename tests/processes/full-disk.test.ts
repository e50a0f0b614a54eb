import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GET } from '@/app/api/health/route'
import { getRuntime } from '@/lib/runtime'
import { getSearchIndex } from '@/lib/search/embedded'
import { getEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ignoreNotReady, openSite } from '@/lib/site/get-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { Preparation } from '@/server/preparation'
import { writeFiles } from '@/tests/support/folders'
import { createId } from '@/tests/support/records'
import { createFolder } from '@/tests/support/site'
import { createSmallDisk } from '@/tests/support/small-disk'
import { createRawMap } from '@/tests/unit/snapshot/support'

const disk = createSmallDisk()
const folder = createFolder('workspace')
const state = path.join(disk.dir, 'state')
vi.stubEnv('WORKSPACE_DIR', folder)
vi.stubEnv('STATE_DIR', state)
// Each test runs several child processes.
vi.setConfig({ testTimeout: 120_000 })

const OPTIONS = [{ value: 'Published' }, { value: 'Draft' }]

/** Writes a workspace with a database. `rows` are the names and statuses of its rows. */
function write(rows: Record<string, string>): void {
  const map = createRawMap(Object.fromEntries(['Home', ...Object.keys(rows)].map((name) => [name, `About ${name}`])))
  const schema = { title: { name: 'Name', type: 'title' }, p: { name: 'Status', type: 'select', options: OPTIONS } }
  const value = { id: createId('Rows'), name: [['Rows']], parent_id: createId('Home'), parent_table: 'block', schema }
  Object.assign(map.collection, { [createId('Rows')]: { value } })
  for (const [name, status] of Object.entries(rows)) {
    const row = {
      parent_id: createId('Rows'),
      parent_table: 'collection',
      properties: { title: [[name]], p: [[status]] },
    }
    Object.assign((map.block[createId(name)] as { value: object }).value, row)
  }
  writeFiles(folder, { 'home.json': map })
}

let stop = new AbortController()

/** Starts a preparation as a new process of the site does, after the previous one has ended. */
async function start(): Promise<{ isServing: boolean; preparation: Preparation }> {
  delete getRuntime().withheld
  delete getRuntime().problems
  openSite(openWorkingCopy(getEnv()))
  stop.abort()
  stop = new AbortController()
  const preparation = new Preparation(getEnv(), stop.signal, false)
  return { isServing: await preparation.start(), preparation }
}

const getHealth = async () => {
  const response = await GET()
  return { code: response.status, ...((await response.json()) as { status: string; reasons: string[] }) }
}

async function listTitles(): Promise<string[] | undefined> {
  const site = await getSite().catch(ignoreNotReady)
  return site?.index.pages
    .filter(({ id }) => site.page(id, PUBLIC))
    .map(({ title }) => title)
    .sort()
}

const search = async (query: string) => {
  const { hits } = await getSearchIndex().search({ query, limit: 9 }, PUBLIC)
  return hits.map(({ id }) => id)
}

beforeEach(() => {
  disk.mend()
  write({ Tides: 'Published', Boats: 'Published' })
})
afterEach(() => {
  stop.abort()
  disk.mend()
})
afterAll(() => disk.remove())

test.each(['full', 'read-only'] as const)(
  'a row that is set to Draft is hidden with a %s state folder',
  async (how) => {
    const { preparation } = await start()
    expect(await listTitles()).toEqual(['Boats', 'Home', 'Tides'])
    await expect.poll(() => search('tides')).toContain(createId('Tides'))
    expect(await getHealth()).toMatchObject({ code: 200, status: 'ready' })

    const reason = disk.break(how)
    write({ Tides: 'Draft', Boats: 'Published', Later: 'Published' })
    expect(await preparation.refresh()).toBe(false)
    expect(await listTitles()).toEqual(['Boats', 'Home'])
    expect(await search('tides')).not.toContain(createId('Tides'))
    expect(await getHealth()).toEqual(
      expect.objectContaining({
        code: 200,
        status: 'degraded',
        reasons: [
          `The state folder cannot be written to (${reason}): withdrawn pages are hidden, other changes are not shown`,
        ],
      }),
    )
    // Published again, it is shown as it was saved.
    write({ Tides: 'Published', Boats: 'Draft' })
    expect(await preparation.refresh()).toBe(false)
    expect(await listTitles()).toEqual(['Home', 'Tides'])
    await expect.poll(() => search('tides')).toContain(createId('Tides'))

    disk.mend()
    write({ Tides: 'Draft', Boats: 'Published', Later: 'Published' })
    expect(await preparation.refresh()).toBe(true)
    expect(await listTitles()).toEqual(['Boats', 'Home', 'Later'])
    expect(await getHealth()).toMatchObject({ status: 'ready', reasons: [] })
  },
)

test.each(['full', 'read-only'] as const)('a start with a %s state folder serves the same workspace', async (how) => {
  await start()
  disk.break(how)
  expect((await start()).isServing).toBe(true)
  expect(await listTitles()).toEqual(['Boats', 'Home', 'Tides'])
  expect(await getHealth()).toMatchObject({ code: 200, status: 'ready' })
})

test('a first start with a read-only state folder names the reason and waits until it can be written to', async () => {
  rmSync(state, { recursive: true, force: true })
  const reason = disk.break('read-only')
  const { isServing, preparation } = await start()
  expect(isServing).toBe(true)
  expect((await getHealth()).reasons).toEqual([
    'There is no snapshot yet',
    `The state folder cannot be written to (${reason}): nothing is shown until there is room`,
  ])
  disk.mend()
  expect(await preparation.refresh()).toBe(true)
  expect(await getHealth()).toMatchObject({ code: 200, status: 'ready' })
})

test('a start with a full state folder serves no other workspace until there is room', async () => {
  await start()
  const reason = disk.break('full')
  write({ Tides: 'Draft', Boats: 'Published' })
  const { isServing, preparation } = await start()
  expect(isServing).toBe(true)
  expect(await preparation.pages()).toBe(0)
  const unready = {
    code: 503,
    status: 'live',
    reasons: [
      'There is no snapshot yet',
      `The state folder cannot be written to (${reason}): nothing is shown until there is room`,
    ],
  }
  expect(await listTitles()).toBeUndefined()
  expect(await getHealth()).toMatchObject(unready)
  // Later failures show nothing either.
  expect(await preparation.refresh()).toBe(false)
  expect(await listTitles()).toBeUndefined()
  expect(await getHealth()).toMatchObject(unready)
  disk.mend()
  expect(await preparation.refresh()).toBe(true)
  expect(await listTitles()).toEqual(['Boats', 'Home'])
  expect(await getHealth()).toMatchObject({ code: 200, status: 'ready', reasons: [] })
})
