import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSourceFile } from '@/lib/snapshot/read-source-file'
import { openSource } from '@/lib/snapshot/source'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId } from './support'

const listIds = (...all: string[]) => all.map(createHostedId).sort()
const readManifest = (bench: Bench) => readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')
const getSyncFile = (bench: Bench, name: string) => path.join(bench.snapshot, '.sync', name)

/** Starts a workspace and syncs it once. */
async function startSynced(): Promise<Bench> {
  const bench = await Bench.start(createHostedWorkspace({ One: {}, Two: {} }))
  expect(await bench.sync()).toMatchObject({ state: 'done' })
  return bench
}

test('a sync that was paused for over a minute publishes nothing after another sync replaced it', async () => {
  const bench = await startSynced()
  await bench.with(async (paused) => {
    const longAgo = new Date(Date.now() - 70_000)
    utimesSync(getSyncFile(bench, 'lock'), longAgo, longAgo)
    const two = bench.server.data.block.get(createHostedId('Two'))
    if (two) two.alive = false
    expect(await bench.sync()).toMatchObject({ state: 'done' })
    const [published, files] = [readManifest(bench), readdirSync(path.join(bench.snapshot, 'pages'))]
    expect(bench.pages()).toEqual(listIds('Home', 'One'))
    const refused = { state: 'failed', message: expect.stringContaining('Another process writes to') }
    // The paused sync still has the page that was deleted meanwhile.
    expect(await paused.refreshPages([createHostedId('Home')])).toMatchObject(refused)
    expect(await paused.refresh()).toMatchObject(refused)
    bench.server.editor.write(createHostedId('One'), 'an edit')
    expect(await paused.refreshPages([createHostedId('One')])).toMatchObject(refused)
    expect(readManifest(bench)).toBe(published)
    expect(readFileSync(getSyncFile(bench, 'journal.jsonl'), 'utf8')).toBe('')
    expect(readdirSync(path.join(bench.snapshot, 'pages'))).toEqual(files)
  })
  // Later syncs do not use the state of the paused sync either.
  expect(await bench.with((sync) => sync.refreshPages([createHostedId('Home')]))).toMatchObject({ state: 'done' })
  expect(bench.pages()).toEqual(listIds('Home', 'One'))
  expect((await bench.sync()).changed).toMatchObject([{ title: 'One', kind: 'changed' }])
  expect(readdirSync(getSyncFile(bench, 'owners'))).toEqual([])
})

test('keeps all files of a manifest until the second manifest after it', async () => {
  const bench = await startSynced()
  const source = await openSource(bench.snapshot, bench.stateDir)
  const listReadable = async () => (await Promise.all(source.files.map(readSourceFile))).map(({ ok }) => ok)
  bench.server.editor.write(createHostedId('One'), 'an edit')
  await bench.sync()
  const before = bench.getFile(createHostedId('One'))
  // Runs without changes do not publish.
  for (let runs = 0; runs < 3; runs++) await bench.sync()
  expect(await listReadable()).toEqual([true, true, true])
  bench.server.editor.write(createHostedId('One'), 'another edit')
  await bench.sync()
  expect(await listReadable()).toEqual([true, true, true])
  await bench.sync()
  expect((await listReadable()).filter((isReadable) => !isReadable)).toHaveLength(1)
  // The files of the previous manifest still exist.
  expect(statSync(before).isFile()).toBe(true)
  expect(readdirSync(path.join(bench.snapshot, 'pages'))).toHaveLength(4)
})

test('does not fetch a snapshot again whose page files are named by id only', async () => {
  const bench = await startSynced()
  const listed = readManifest(bench)
  for (const id of bench.pages()) renameSync(bench.getFile(id), path.join(bench.snapshot, 'pages', `${id}.json`))
  writeFileSync(
    path.join(bench.snapshot, 'manifest.json'),
    listed.replaceAll(/("file":"pages\/[0-9a-f-]{36})-[\w-]{22}/g, '$1'),
  )
  expect(bench.getFile(createHostedId('One'))).toMatch(/\/[0-9a-f-]{36}\.json$/)
  bench.server.takeCounts()
  expect(await bench.sync()).toMatchObject({ state: 'done', changed: [] })
  expect(bench.server.takeCounts()).toEqual({ syncRecordValuesMain: 1 })
  const removeTime = (text: string) => text.replace(/"syncedAt":"[^"]*"/, '')
  expect(removeTime(readManifest(bench))).toBe(removeTime(listed))
  for (const edit of ['an edit', 'another']) {
    bench.server.editor.write(createHostedId('Two'), edit)
    await bench.sync()
  }
  expect(readdirSync(path.join(bench.snapshot, 'pages')).filter((name) => /^[0-9a-f-]{36}\.json$/.test(name))).toEqual(
    [],
  )
})

test('a sync whose own folder was deleted starts again, but only in a folder with the same root page', async () => {
  const bench = await startSynced()
  rmSync(path.join(bench.snapshot, '.sync'), { recursive: true })
  bench.server.editor.write(createHostedId('Two'), 'an edit')
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  expect(bench.page(createHostedId('Two'))).toContain('an edit')

  rmSync(path.join(bench.snapshot, '.sync'), { recursive: true })
  const foreign = readManifest(bench).replace(bench.server.root, createHostedId('Other'))
  writeFileSync(path.join(bench.snapshot, 'manifest.json'), foreign)
  await expect(bench.sync()).rejects.toThrow('contains files that no sync wrote')
})
