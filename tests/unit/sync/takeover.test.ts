import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSourceFile } from '@/lib/snapshot/read-source-file'
import { openSource } from '@/lib/snapshot/source'
import { workspaceOf } from '@/tests/support/hosted/plan'
import { Bench, idOf } from './support'

const names = (...all: string[]) => all.map(idOf).sort()
const manifestText = (bench: Bench) => readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')
const syncFile = (bench: Bench, name: string) => path.join(bench.snapshot, '.sync', name)

/** A workspace that has been synced once. */
async function synced(): Promise<Bench> {
  const bench = await Bench.start(workspaceOf({ One: {}, Two: {} }))
  expect(await bench.sync()).toMatchObject({ state: 'done' })
  return bench
}

test('a sync that was stopped for over a minute publishes nothing after another one took over', async () => {
  const bench = await synced()
  await bench.with(async (stopped) => {
    const longAgo = new Date(Date.now() - 70_000)
    utimesSync(syncFile(bench, 'lock'), longAgo, longAgo)
    const two = bench.server.data.block.get(idOf('Two'))
    if (two) two.alive = false
    expect(await bench.sync()).toMatchObject({ state: 'done' })
    const [published, held] = [manifestText(bench), readdirSync(path.join(bench.snapshot, 'pages'))]
    expect(bench.pages()).toEqual(names('Home', 'One'))
    const refused = { state: 'failed', message: expect.stringContaining('Another process writes to') }
    // It still knows the page that was deleted meanwhile.
    expect(await stopped.refreshPages([idOf('Home')])).toMatchObject(refused)
    expect(await stopped.refresh()).toMatchObject(refused)
    bench.server.editor.write(idOf('One'), 'an edit')
    expect(await stopped.refreshPages([idOf('One')])).toMatchObject(refused)
    expect(manifestText(bench)).toBe(published)
    expect(readFileSync(syncFile(bench, 'journal.jsonl'), 'utf8')).toBe('')
    expect(readdirSync(path.join(bench.snapshot, 'pages'))).toEqual(held)
  })
  // Nor does what it noted reach a later sync.
  expect(await bench.with((sync) => sync.refreshPages([idOf('Home')]))).toMatchObject({ state: 'done' })
  expect(bench.pages()).toEqual(names('Home', 'One'))
  expect((await bench.sync()).changed).toMatchObject([{ title: 'One', kind: 'changed' }])
  expect(readdirSync(syncFile(bench, 'owners'))).toEqual([])
})

test('a preparation can read every file of the manifest that it began with until the one after the next', async () => {
  const bench = await synced()
  const source = await openSource(bench.snapshot, bench.stateDir)
  const readable = async () => (await Promise.all(source.files.map(readSourceFile))).map(({ ok }) => ok)
  bench.server.editor.write(idOf('One'), 'an edit')
  await bench.sync()
  const before = bench.fileOf(idOf('One'))
  // Runs that change nothing publish nothing.
  for (let runs = 0; runs < 3; runs++) await bench.sync()
  expect(await readable()).toEqual([true, true, true])
  bench.server.editor.write(idOf('One'), 'another edit')
  await bench.sync()
  expect(await readable()).toEqual([true, true, true])
  await bench.sync()
  expect((await readable()).filter((isReadable) => !isReadable)).toHaveLength(1)
  // The file of the manifest before the last one is still there.
  expect(statSync(before).isFile()).toBe(true)
  expect(readdirSync(path.join(bench.snapshot, 'pages'))).toHaveLength(4)
})

test('a snapshot whose page files are named by ids alone is not fetched again', async () => {
  const bench = await synced()
  const listed = manifestText(bench)
  for (const id of bench.pages()) renameSync(bench.fileOf(id), path.join(bench.snapshot, 'pages', `${id}.json`))
  writeFileSync(
    path.join(bench.snapshot, 'manifest.json'),
    listed.replaceAll(/("file":"pages\/[0-9a-f-]{36})-[\w-]{22}/g, '$1'),
  )
  expect(bench.fileOf(idOf('One'))).toMatch(/\/[0-9a-f-]{36}\.json$/)
  bench.server.takeCounts()
  expect(await bench.sync()).toMatchObject({ state: 'done', changed: [] })
  expect(bench.server.takeCounts()).toEqual({ syncRecordValuesMain: 1 })
  const withoutTime = (text: string) => text.replace(/"syncedAt":"[^"]*"/, '')
  expect(withoutTime(manifestText(bench))).toBe(withoutTime(listed))
  for (const edit of ['an edit', 'another']) {
    bench.server.editor.write(idOf('Two'), edit)
    await bench.sync()
  }
  expect(readdirSync(path.join(bench.snapshot, 'pages')).filter((name) => /^[0-9a-f-]{36}\.json$/.test(name))).toEqual(
    [],
  )
})

test('a sync whose own folder was deleted starts again, and only in the folder of its own root page', async () => {
  const bench = await synced()
  rmSync(path.join(bench.snapshot, '.sync'), { recursive: true })
  bench.server.editor.write(idOf('Two'), 'an edit')
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  expect(bench.page(idOf('Two'))).toContain('an edit')

  rmSync(path.join(bench.snapshot, '.sync'), { recursive: true })
  const foreign = manifestText(bench).replace(bench.server.root, idOf('Other'))
  writeFileSync(path.join(bench.snapshot, 'manifest.json'), foreign)
  await expect(bench.sync()).rejects.toThrow('contains files that no sync wrote')
})
