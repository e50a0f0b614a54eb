import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { FilesStore } from '@/lib/snapshot/files-store'
import { OwnedFolder } from '@/lib/snapshot/owned-folder'
import { createTemporaryFolder } from '../../support/folders'
import { createRawMap, pageFile, workspace } from './support'

/** Prepares a site and opens two stores for its working copy, as two processes do. */
async function prepareTwoStores() {
  const source = workspace({ [pageFile('A')]: createRawMap({ A: 'one', B: 'two' }, { B: 'A' }) })
  await source.prepare()
  const { dir } = openWorkingCopy(source.env)
  return { ...source, dir, stale: new FilesStore(dir), fresh: new FilesStore(dir) }
}

it('does not publish a preparation that began before another process became the owner', async () => {
  const { prepare, stale, fresh } = await prepareTwoStores()
  const manifest = await stale.manifest()
  if (manifest === undefined) throw new Error('no manifest')
  await stale.owned(async () => {
    // This process pauses here and continues after another process prepared the site.
    const { index } = await prepare(1)
    const before = await fresh.derived('index')
    await expect(stale.putManifest({ ...manifest, version: 'stale' })).rejects.toThrow('Another process writes to')
    await expect(stale.putDerived('index', { ...index, pages: [] })).rejects.toThrow('publishes nothing')
    await expect(stale.putContents([['files/a', Buffer.of(1)]])).rejects.toThrow('publishes nothing')
    expect(await fresh.derived('index')).toEqual(before)
  })
  expect((await fresh.manifest())?.version).toBe(manifest.version)
  expect((await prepare(2)).changed).toBe(false)
})

it('publishes nothing after another process was the owner and ended', async () => {
  const { stale, fresh } = await prepareTwoStores()
  await stale.owned(async () => {
    await stale.putDerived('lint', ['before'])
    await fresh.owned(async () => await fresh.putDerived('lint', ['fresh']))
    await expect(stale.putDerived('lint', ['stale'])).rejects.toThrow('Another process writes to')
  })
  expect(await fresh.derived('lint')).toEqual(['fresh'])
})

it('allows at most one of two processes to publish if both become the owner at once', async () => {
  const dir = createTemporaryFolder()
  const owners = [new OwnedFolder(dir), new OwnedFolder(dir)]
  await Promise.all(owners.map((owner) => owner.takeOwnership()))
  const published = await Promise.allSettled(owners.map((owner, at) => owner.publish('state', `of ${at}`)))
  expect(published.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2)
  const last = new OwnedFolder(dir)
  await last.takeOwnership()
  await last.publish('state', 'of the last')
  expect(readFileSync(path.join(dir, 'state'), 'utf8')).toBe('of the last')
})

it('throws the reason why it could not become the owner', async () => {
  const dir = createTemporaryFolder()
  writeFileSync(path.join(dir, 'owners'), 'a file in place of the folder')
  const owner = new OwnedFolder(dir)
  await owner.takeOwnership()
  await expect(owner.publish('state', 'any')).rejects.toThrow(/^Cannot write to .* \(ENOTDIR\)/)
})

it('throws the reason why its folder could not be created', async () => {
  // Not even root may create folders there.
  const owner = new OwnedFolder('/sys/colophon/state')
  await owner.takeOwnership()
  await expect(owner.publish('state', 'any')).rejects.toThrow(
    /^Cannot write to .* \((?:EPERM|this user may not write there|the file system is read-only)\)/,
  )
})

it('removes no content after another process became the owner', async () => {
  const { dir, stale, fresh } = await prepareTwoStores()
  const manifest = await stale.manifest()
  if (manifest === undefined) throw new Error('no manifest')
  const [name = ''] = readdirSync(path.join(dir, 'pages'))
  const longAgo = new Date(Date.now() - 3_600_000)
  utimesSync(path.join(dir, 'pages', name), longAgo, longAgo)
  const nothing = { ...manifest, pages: {} }
  await stale.owned(async () => {
    await fresh.owned(async () => {})
    await stale.sweep([nothing])
  })
  expect(existsSync(path.join(dir, 'pages', name))).toBe(true)
  await fresh.owned(() => fresh.sweep([nothing]))
  expect(existsSync(path.join(dir, 'pages', name))).toBe(false)
})

it('removes its own owner file and those of killed processes', async () => {
  const { dir, stale, prepare } = await prepareTwoStores()
  await stale.owned(async () => {
    const [own = ''] = readdirSync(path.join(dir, 'owners'))
    writeFileSync(path.join(dir, 'owners', own, 'half.tmp'), '')
    await prepare()
    expect(readdirSync(path.join(dir, 'owners'))).toEqual([])
  })
})

it('throws the reason why it cannot write', async () => {
  const { dir, fresh } = await prepareTwoStores()
  rmSync(path.join(dir, 'owners'), { recursive: true })
  writeFileSync(path.join(dir, 'owners'), 'in the way')
  await fresh.owned(async () => {
    await expect(fresh.putDerived('lint', [])).rejects.toThrow(/Cannot write to .* \(ENOTDIR\)/)
  })
})
