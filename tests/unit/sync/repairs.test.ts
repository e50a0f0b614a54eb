import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, test, vi } from 'vitest'
import type { SyncReport } from '@/lib/snapshot/sync-report'
import { temporaryFolder } from '@/tests/support/folders'
import type { HostedData } from '@/tests/support/hosted/data'
import { addCollection, type Plan, workspaceOf } from '@/tests/support/hosted/plan'
import { Bench, idOf } from './support'

const UPLOAD = 'attachment:07d7cbd3-5280-5970-a061-5368bb04310a:photo.png'
const REFRESH = { syncRecordValuesMain: 1 }
const names = (...all: string[]) => all.map(idOf).sort()

// Only the moments at which something failed and is due again depend on the time.
let passed = 0
const { now } = Date
beforeEach(() => {
  passed = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + passed)
})
const passSeconds = (seconds: number) => {
  passed += seconds * 1000
}

async function synced(data: HostedData): Promise<Bench> {
  const bench = await Bench.start(data)
  expect(await bench.sync({ isWatching: true })).toMatchObject({ state: 'done', failed: [], failedFiles: [] })
  bench.server.takeCounts()
  return bench
}

/** Runs syncs that find nothing to do, with the calls of one that has nothing to repair. */
async function expectSettled(bench: Bench, calls: object = REFRESH): Promise<void> {
  bench.server.takeCounts()
  expect(await bench.sync({ isWatching: true })).toMatchObject({
    state: 'done',
    changed: [],
    failed: [],
    failedFiles: [],
  })
  expect(bench.server.takeCounts()).toEqual(calls)
}

/** Leaves records out of answers for as long as `isLeftOut` says so. */
function leaveOut(bench: Bench, isLeftOut: (id: string) => boolean): void {
  const { answers } = bench.server
  for (const call of ['loadPageChunk', 'syncRecordValuesMain', 'queryCollection'] as const) {
    const answer = answers[call].bind(answers)
    answers[call] = (body) => {
      const given = answer(body) as { recordMap: { block?: Record<string, unknown> } }
      for (const id of Object.keys(given.recordMap.block ?? {})) if (isLeftOut(id)) delete given.recordMap.block?.[id]
      return given
    }
  }
}

const manifestText = (bench: Bench) => readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')
const contentOf = (bench: Bench) => manifestText(bench).replace(/"syncedAt":"[^"]*"/, '')
const syncFile = (bench: Bench, name: string) => path.join(bench.snapshot, '.sync', name)

async function withPicture(): Promise<HostedData> {
  const image = { type: 'image', properties: { source: [[UPLOAD]] } }
  const data = workspaceOf({ One: { blocks: [image] }, Two: {} })
  const file = path.join(temporaryFolder(), 'photo')
  writeFileSync(
    file,
    await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  )
  data.files.set(UPLOAD, { path: file, type: 'image/png' })
  return data
}

const text = (words: string) => ({ type: 'text', properties: { title: [[words]] } })

test('a block that responses omit at first is shown once there is a record of it', async () => {
  const bench = await Bench.start(workspaceOf({ One: { blocks: [text('early'), text('late')] } }))
  const late = [...bench.server.data.block.values()].find(({ properties }) =>
    JSON.stringify(properties).includes('late'),
  )
  let isLate = true
  leaveOut(bench, (id) => isLate && id === late?.id)
  await bench.sync({ isWatching: true })
  expect(bench.page(idOf('One'))).not.toContain('late')
  isLate = false
  passSeconds(20)
  await bench.sync({ isWatching: true })
  expect(bench.page(idOf('One'))).toContain('late')
  await expectSettled(bench)
})

test('pages and blocks that the first responses omit are complete after some runs', async () => {
  const plan: Plan = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `Page ${n}`,
      { blocks: [text(`says ${n}`)], children: { [`Below ${n}`]: {} } },
    ]),
  )
  const whole = await synced(workspaceOf(plan))
  const bench = await Bench.start(workspaceOf(plan))
  const asked = new Map<string, number>()
  leaveOut(bench, (id) => {
    const isUnlucky = id !== bench.server.root && Number.parseInt(id.slice(0, 8), 16) % 10 < 3
    asked.set(id, (asked.get(id) ?? 0) + 1)
    return isUnlucky && (asked.get(id) ?? 0) <= 2
  })
  await bench.sync({ isWatching: true })
  expect(bench.pages().length).toBeLessThan(81)
  expect(manifestText(bench)).toContain('"isFilling":true')
  for (let run = 0; run < 4; run++) {
    passSeconds(100)
    await bench.sync({ isWatching: true })
  }
  expect(contentOf(bench)).toBe(contentOf(whole))
  await expectSettled(bench)
})

test('a row that responses omit keeps the first sync from finishing, and is added later', async () => {
  const data = workspaceOf({ List: {} })
  addCollection(data, 'List', { rows: ['A', 'B'] })
  const bench = await Bench.start(data)
  let isLate = true
  leaveOut(bench, (id) => isLate && id === idOf('A'))
  await bench.sync({ isWatching: true })
  expect(bench.pages()).toEqual(names('Home', 'List', 'B'))
  expect(JSON.parse(manifestText(bench))).toMatchObject({ isFilling: true, missing: [idOf('A')] })
  isLate = false
  await bench.sync({ isWatching: true })
  expect(bench.pages()).toEqual(names('Home', 'List', 'A', 'B'))
  expect(manifestText(bench)).not.toMatch(/isFilling|missing/)
})

test('content that is never returned is requested less and less often, and does not keep the first sync from finishing', async () => {
  const bench = await Bench.start(workspaceOf({ One: { blocks: [text('never')] } }))
  const never = [...bench.server.data.block.values()].find(({ properties }) =>
    JSON.stringify(properties).includes('never'),
  )
  leaveOut(bench, (id) => id === never?.id)
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

test('new pages that cannot be fetched are tried ever more rarely, and do not end every run', async () => {
  const bench = await synced(workspaceOf({ One: {}, Two: {} }))
  const { editor, faults } = bench.server
  const added = Array.from({ length: 12 }, (_, at) => editor.addPage(idOf('One'), `New ${at}`, 'text'))
  for (const about of added) faults.push({ kind: 'error', call: 'loadPageChunk', about })
  // As many failures look like a workspace that is down.
  expect(await bench.sync({ isWatching: true })).toMatchObject({ state: 'failed' })
  editor.write(idOf('Two'), 'an edit')
  expect(await bench.sync({ isWatching: true })).toMatchObject({ state: 'done' })
  expect(bench.page(idOf('Two'))).toContain('an edit')
  faults.length = 0
  const waiting = await bench.sync({ isWatching: true })
  expect(waiting).toMatchObject({ state: 'done', changed: [] })
  expect(waiting.failed.map(({ id }) => id).sort(), 'reported while they wait').toEqual(added.sort())
  passSeconds(30)
  expect((await bench.sync({ isWatching: true })).changed).toHaveLength(12)
  await expectSettled(bench)
})

test('a sync that is run by hand tries again at once what failed in the one before', async () => {
  const bench = await synced(workspaceOf({ One: {}, Two: {} }))
  const { editor, faults } = bench.server
  const about = editor.addPage(idOf('One'), 'New', 'text')
  faults.push({ kind: 'error', call: 'loadPageChunk', about })
  expect((await bench.sync()).failed).toMatchObject([{ id: about }])
  faults.length = 0
  expect((await bench.sync()).changed).toMatchObject([{ title: 'New' }])
})

test.each<[string, (file: string) => void]>([
  ['deleted', (file) => rmSync(file)],
  ['emptied', (file) => truncateSync(file)],
  ['cut', (file) => truncateSync(file, 100)],
  ['altered', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('Two', 'Owt'))],
])('a page file that was %s is fetched again, and others are not', async (_, damage) => {
  const bench = await synced(workspaceOf({ One: {}, Two: {} }))
  const [good, listed] = [bench.page(idOf('Two')), contentOf(bench)]
  damage(bench.fileOf(idOf('Two')))
  expect(await bench.sync({ isWatching: true })).toMatchObject({ state: 'done', failed: [] })
  expect(bench.server.takeCounts()).toEqual({ ...REFRESH, loadPageChunk: 1 })
  expect(bench.page(idOf('Two'))).toBe(good)
  expect(contentOf(bench)).toBe(listed)
  await expectSettled(bench)
})

test('a page file that was altered is not used, even while it cannot be fetched again', async () => {
  const data = workspaceOf({ List: {} })
  addCollection(data, 'List', { rows: ['A', 'B'] })
  const bench = await synced(data)
  const good = bench.page(idOf('List'))
  writeFileSync(bench.fileOf(idOf('List')), good.replaceAll(idOf('A'), idOf('C')))
  bench.server.faults.push({ kind: 'error', call: 'loadPageChunk' })
  expect((await bench.sync({ isWatching: true })).failed).toMatchObject([{ id: idOf('List') }])
  expect(bench.manifest().pages[idOf('List')]).toMatchObject({ hash: '' })
  bench.server.faults.length = 0
  await bench.sync({ isWatching: true })
  expect(bench.page(idOf('List'))).toBe(good)
})

test.each<[string, (file: string) => void]>([
  ['deleted', (file) => rmSync(file)],
  ['emptied', (file) => truncateSync(file)],
  ['altered', (file) => writeFileSync(file, readFileSync(file).reverse())],
])('a picture that was %s in the snapshot is loaded again', async (_, damage) => {
  const bench = await synced(await withPicture())
  const listed = contentOf(bench)
  const file = path.join(bench.snapshot, bench.manifest().files[UPLOAD]?.file ?? '')
  const good = readFileSync(file)
  damage(file)
  await bench.sync({ isWatching: true })
  expect(readFileSync(file)).toEqual(good)
  expect(contentOf(bench)).toBe(listed)
  await expectSettled(bench)
})

test('files that a stopped run had not loaded are loaded by the next one', async () => {
  const bench = await synced(await withPicture())
  const listed = contentOf(bench)
  // As after a stop: the page is known, and nothing of its file.
  const state = syncFile(bench, 'state.json.gz')
  const { gunzipSync, gzipSync } = await import('node:zlib')
  const known = JSON.parse(String(gunzipSync(readFileSync(state)))) as { files: object }
  writeFileSync(state, gzipSync(JSON.stringify({ ...known, files: {} })))
  await bench.sync({ isWatching: true })
  expect(contentOf(bench)).toBe(listed)
  await expectSettled(bench)
})

test('files that failed in the first sync are tried again by runs that change nothing', async () => {
  const bench = await Bench.start(await withPicture())
  const { signedAddress } = bench.server
  bench.server.signedAddress = () => `${bench.server.origin}/signed/nothing`
  expect((await bench.sync({ isWatching: true })).failedFiles).not.toEqual([])
  bench.server.signedAddress = signedAddress
  // Not at once, so that a file which is gone for good costs little.
  bench.server.takeCounts()
  await bench.sync({ isWatching: true })
  expect(bench.server.takeCounts()).toEqual(REFRESH)
  passSeconds(11)
  expect(await bench.sync({ isWatching: true })).toMatchObject({ failedFiles: [] })
  expect(Object.keys(bench.manifest().files)).toEqual([UPLOAD])
  await expectSettled(bench)
})

test.each(['state.json.gz', 'journal.jsonl'])('a sync whose %s was emptied or altered finds back', async (name) => {
  const bench = await synced(workspaceOf({ One: { children: { Deep: {} } }, Two: {} }))
  const listed = contentOf(bench)
  const one = {
    stamp: '',
    hash: '',
    title: 'One',
    edited: 0,
    parent: idOf('Home'),
    leads: [],
    collections: [],
    files: {},
  }
  const journal = `\n${JSON.stringify([idOf('Home'), 'pages', idOf('One'), one])}`
  writeFileSync(syncFile(bench, 'state.json.gz'), '')
  if (name === 'journal.jsonl') writeFileSync(syncFile(bench, name), journal)
  expect(await bench.sync({ isWatching: true })).toMatchObject({ state: 'done', failed: [] })
  expect(contentOf(bench)).toBe(listed)
  await expectSettled(bench)
})

test('a first sync over a whole snapshot takes nothing away until it has seen everything', async () => {
  const bench = await synced(workspaceOf({ One: { children: { Deep: {} } }, Two: {}, Three: {} }))
  rmSync(syncFile(bench, 'state.json.gz'))
  bench.server.faults.push({ kind: 'error', call: 'loadPageChunk', about: idOf('One') })
  bench.server.editor.delete(idOf('Three'))
  expect((await bench.sync({ isWatching: true })).mode).toBe('full')
  expect(manifestText(bench)).toContain('"isFilling":true')
  expect(bench.pages()).toEqual(names('Home', 'One', 'Deep', 'Two', 'Three'))
  for (const id of bench.pages()) expect(bench.page(id)).toContain(id)
  // What is asked for and found in the bin is not kept.
  await bench.with((sync) => sync.refreshPages([idOf('Three')]))
  expect(bench.pages()).toEqual(names('Home', 'One', 'Deep', 'Two'))
  bench.server.faults.length = 0
  passSeconds(20)
  await bench.sync({ isWatching: true })
  expect(manifestText(bench)).not.toContain('isFilling')
  expect(bench.pages()).toEqual(names('Home', 'One', 'Deep', 'Two'))
  for (const id of bench.pages()) expect(bench.page(id)).toContain(id)
})
