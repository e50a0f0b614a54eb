import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { SyncReport } from '@/lib/snapshot/sync-report'
import { addCollection, createHostedWorkspace, type Plan } from '@/tests/support/hosted/plan'
import {
  expectSettled,
  getSyncFile,
  REFRESH,
  readContent,
  readManifest,
  setUpClock,
  startSynced,
} from './repairs-support'
import { Bench, createHostedId } from './support'

const passSeconds = setUpClock()

const listIds = (...all: string[]) => all.map(createHostedId).sort()
/** Omits records from responses while `isOmitted` returns true for their ids. */
function omitRecords(bench: Bench, isOmitted: (id: string) => boolean): void {
  const { privateApi } = bench.server
  for (const call of ['loadPageChunk', 'syncRecordValuesMain', 'queryCollection'] as const) {
    const respond = privateApi[call].bind(privateApi)
    privateApi[call] = (body) => {
      const response = respond(body) as { recordMap: { block?: Record<string, unknown> } }
      for (const id in response.recordMap.block) if (isOmitted(id)) delete response.recordMap.block?.[id]
      return response
    }
  }
}
const createText = (content: string) => ({ type: 'text', properties: { title: [[content]] } })

test('shows a block that the first responses omit as soon as a response contains it', async () => {
  const bench = await Bench.start(createHostedWorkspace({ One: { blocks: [createText('early'), createText('late')] } }))
  const late = [...bench.server.data.block.values()].find(({ properties }) =>
    JSON.stringify(properties).includes('late'),
  )
  let isLate = true
  omitRecords(bench, (id) => isLate && id === late?.id)
  await bench.sync({ isWatching: true })
  expect(bench.page(createHostedId('One'))).not.toContain('late')
  isLate = false
  passSeconds(20)
  await bench.sync({ isWatching: true })
  expect(bench.page(createHostedId('One'))).toContain('late')
  await expectSettled(bench)
})

test('completes pages and blocks that the first responses omit after some runs', async () => {
  const plan: Plan = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `Page ${n}`,
      { blocks: [createText(`says ${n}`)], children: { [`Below ${n}`]: {} } },
    ]),
  )
  const complete = await startSynced(createHostedWorkspace(plan))
  const bench = await Bench.start(createHostedWorkspace(plan))
  const requests = new Map<string, number>()
  omitRecords(bench, (id) => {
    const isUnlucky = id !== bench.server.root && Number.parseInt(id.slice(0, 8), 16) % 10 < 3
    requests.set(id, (requests.get(id) ?? 0) + 1)
    return isUnlucky && (requests.get(id) ?? 0) <= 2
  })
  await bench.sync({ isWatching: true })
  expect(bench.pages().length).toBeLessThan(81)
  expect(readManifest(bench)).toContain('"isFilling":true')
  for (let run = 0; run < 4; run++) {
    passSeconds(100)
    await bench.sync({ isWatching: true })
  }
  expect(readContent(bench)).toBe(readContent(complete))
  await expectSettled(bench)
})

test('does not finish a first sync while responses omit a row, and adds the row later', async () => {
  const data = createHostedWorkspace({ List: {} })
  addCollection(data, 'List', { rows: ['A', 'B'] })
  const bench = await Bench.start(data)
  let isLate = true
  omitRecords(bench, (id) => isLate && id === createHostedId('A'))
  await bench.sync({ isWatching: true })
  expect(bench.pages()).toEqual(listIds('Home', 'List', 'B'))
  expect(JSON.parse(readManifest(bench))).toMatchObject({ isFilling: true, missing: [createHostedId('A')] })
  isLate = false
  await bench.sync({ isWatching: true })
  expect(bench.pages()).toEqual(listIds('Home', 'List', 'A', 'B'))
  expect(readManifest(bench)).not.toMatch(/isFilling|missing/)
})

test('requests content that is never returned less and less often, and finishes the first sync without it', async () => {
  const bench = await Bench.start(createHostedWorkspace({ One: { blocks: [createText('never')] } }))
  const never = [...bench.server.data.block.values()].find(({ properties }) =>
    JSON.stringify(properties).includes('never'),
  )
  omitRecords(bench, (id) => id === never?.id)
  const modes: SyncReport['mode'][] = []
  let calls = 0
  for (let run = 0; run < 12; run++) {
    modes.push((await bench.sync({ isWatching: true })).mode)
    bench.server.takeCounts()
    passSeconds(60)
  }
  expect(modes.indexOf('refresh')).toBeLessThan(5)
  for (let run = 0; run < 20; run++) {
    await bench.sync({ isWatching: true })
    calls += bench.server.takeCounts().syncRecordValuesMain ?? 0
    passSeconds(60)
  }
  expect(calls).toBeLessThan(24)
})

test('retries new pages that cannot be fetched less and less often without ending every run', async () => {
  const bench = await startSynced(createHostedWorkspace({ One: {}, Two: {} }))
  const { editor, faults } = bench.server
  const added = Array.from({ length: 12 }, (_, at) => editor.addPage(createHostedId('One'), `New ${at}`, 'text'))
  for (const about of added) faults.push({ kind: 'error', call: 'loadPageChunk', bodyContains: about })
  // So many failures are treated as an outage of the workspace.
  expect(await bench.sync({ isWatching: true })).toMatchObject({ state: 'failed' })
  editor.write(createHostedId('Two'), 'an edit')
  expect(await bench.sync({ isWatching: true })).toMatchObject({ state: 'done' })
  expect(bench.page(createHostedId('Two'))).toContain('an edit')
  faults.length = 0
  const waiting = await bench.sync({ isWatching: true })
  expect(waiting).toMatchObject({ state: 'done', changed: [] })
  expect(waiting.failed.map(({ id }) => id).sort(), 'reported while they wait').toEqual(added.sort())
  passSeconds(30)
  expect((await bench.sync({ isWatching: true })).changed).toHaveLength(12)
  await expectSettled(bench)
})

test('a manual sync immediately retries the failures of the previous sync', async () => {
  const bench = await startSynced(createHostedWorkspace({ One: {}, Two: {} }))
  const { editor, faults } = bench.server
  const about = editor.addPage(createHostedId('One'), 'New', 'text')
  faults.push({ kind: 'error', call: 'loadPageChunk', bodyContains: about })
  expect((await bench.sync()).failed).toMatchObject([{ id: about }])
  faults.length = 0
  expect((await bench.sync()).changed).toMatchObject([{ title: 'New' }])
})

test.each<[string, (file: string) => void]>([
  ['deleted', (file) => rmSync(file)],
  ['emptied', (file) => truncateSync(file)],
  ['cut', (file) => truncateSync(file, 100)],
  ['altered', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('Two', 'Owt'))],
])('fetches only the page whose file was %s again', async (_, damage) => {
  const bench = await startSynced(createHostedWorkspace({ One: {}, Two: {} }))
  const [good, listed] = [bench.page(createHostedId('Two')), readContent(bench)]
  damage(bench.getFile(createHostedId('Two')))
  expect(await bench.sync({ isWatching: true })).toMatchObject({ state: 'done', failed: [] })
  expect(bench.server.takeCounts()).toEqual({ ...REFRESH, loadPageChunk: 1 })
  expect(bench.page(createHostedId('Two'))).toBe(good)
  expect(readContent(bench)).toBe(listed)
  await expectSettled(bench)
})

test('does not use an altered page file, even if the page cannot be fetched again', async () => {
  const data = createHostedWorkspace({ List: {} })
  addCollection(data, 'List', { rows: ['A', 'B'] })
  const bench = await startSynced(data)
  const good = bench.page(createHostedId('List'))
  writeFileSync(bench.getFile(createHostedId('List')), good.replaceAll(createHostedId('A'), createHostedId('C')))
  bench.server.faults.push({ kind: 'error', call: 'loadPageChunk' })
  expect((await bench.sync({ isWatching: true })).failed).toMatchObject([{ id: createHostedId('List') }])
  expect(bench.manifest().pages[createHostedId('List')]).toMatchObject({ hash: '' })
  bench.server.faults.length = 0
  await bench.sync({ isWatching: true })
  expect(bench.page(createHostedId('List'))).toBe(good)
})

test.each(['state.json.gz', 'journal.jsonl'])('a sync recovers after its %s was emptied or altered', async (name) => {
  const bench = await startSynced(createHostedWorkspace({ One: { children: { Deep: {} } }, Two: {} }))
  const listed = readContent(bench)
  const one = {
    stamp: '',
    hash: '',
    title: 'One',
    edited: 0,
    parent: createHostedId('Home'),
    leads: [],
    collections: [],
    files: {},
  }
  const journal = `\n${JSON.stringify([createHostedId('Home'), 'pages', createHostedId('One'), one])}`
  writeFileSync(getSyncFile(bench, 'state.json.gz'), '')
  if (name === 'journal.jsonl') writeFileSync(getSyncFile(bench, name), journal)
  expect(await bench.sync({ isWatching: true })).toMatchObject({ state: 'done', failed: [] })
  expect(readContent(bench)).toBe(listed)
  await expectSettled(bench)
})

test('a first sync over a complete snapshot removes pages only after it has fetched everything', async () => {
  const bench = await startSynced(createHostedWorkspace({ One: { children: { Deep: {} } }, Two: {}, Three: {} }))
  rmSync(getSyncFile(bench, 'state.json.gz'))
  bench.server.faults.push({ kind: 'error', call: 'loadPageChunk', bodyContains: createHostedId('One') })
  bench.server.editor.delete(createHostedId('Three'))
  expect((await bench.sync({ isWatching: true })).mode).toBe('full')
  expect(readManifest(bench)).toContain('"isFilling":true')
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Deep', 'Two', 'Three'))
  for (const id of bench.pages()) expect(bench.page(id)).toContain(id)
  // A requested page that is in the trash is removed immediately.
  await bench.with((sync) => sync.refreshPages([createHostedId('Three')]))
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Deep', 'Two'))
  bench.server.faults.length = 0
  passSeconds(20)
  await bench.sync({ isWatching: true })
  expect(readManifest(bench)).not.toContain('isFilling')
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Deep', 'Two'))
  for (const id of bench.pages()) expect(bench.page(id)).toContain(id)
})
