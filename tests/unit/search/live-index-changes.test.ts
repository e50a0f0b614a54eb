import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { LiveIndex } from '@/lib/search/live-index'
import { SearchNotReadyError } from '@/lib/search/search-query'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { expectConsole } from '../../support/console'
import { createTemporaryFolder } from '../../support/folders'
import { type SimplePage, writePage } from '../../support/workspaces'
import { createEnv, openIndex } from './support'

describe('LiveIndex after changes', () => {
  const ROOT: SimplePage = {
    id: '30000000-0000-4000-8000-000000000001',
    title: 'Harbour',
    text: 'Welcome',
    children: ['30000000-0000-4000-8000-000000000002', '30000000-0000-4000-8000-000000000003'],
  }
  const TIDES: SimplePage = { id: ROOT.children?.[0] ?? '', title: 'Tides', parent: ROOT.id, text: 'High at noon' }
  const SHIPS: SimplePage = { id: ROOT.children?.[1] ?? '', title: 'Ships', parent: ROOT.id, text: 'Two masts' }

  function writeHarbour() {
    const dir = createTemporaryFolder()
    for (const each of [ROOT, TIDES, SHIPS]) writePage(dir, each)
    return { dir, env: createEnv(dir, { NOTION_ROOT_PAGE: ROOT.id }) }
  }

  test('reads only changed pages again', async () => {
    const { dir, env } = writeHarbour()
    const { index, findIds, reads } = await openIndex(env)
    expect(await findIds('noon')).toEqual([TIDES.id])
    writePage(dir, { ...TIDES, text: 'High at midnight' })
    await prepareSite(env, Date.now())
    reads.length = 0
    await index.update()
    expect(reads).toEqual([TIDES.id])
    const { hits } = await index.search({ query: 'tides', limit: 1 }, PUBLIC)
    expect(hits[0]?.text).toBe('High at midnight')
    expect([await findIds('noon'), await findIds('midnight')]).toEqual([[], [TIDES.id]])
  })

  test('does not find a page after the site withdraws it', async () => {
    const { dir, env } = writeHarbour()
    const { index, findIds } = await openIndex(env)
    writePage(dir, { ...ROOT, children: [SHIPS.id] })
    rmSync(path.join(dir, `${TIDES.id}.json`))
    await prepareSite(env, Date.now())
    expect(await findIds('noon')).toEqual([])
    await index.update()
    expect(await findIds('noon')).toEqual([])
  })

  test('loads the saved index, and reads a page only to show it', async () => {
    const { env } = writeHarbour()
    await openIndex(env)
    const store = openWorkingCopy(env)
    const index = await readSavedIndex(store)
    if (index === undefined) throw new Error('no site')
    let reads = 0
    const readPage = (id: string, hash: string) => {
      reads++
      return store.page(id, hash)
    }
    const reloaded = new LiveIndex(
      {
        page: readPage,
        collection: store.collection.bind(store),
        derived: store.derived.bind(store),
        putDerived: async () => {},
      },
      async () => new Site(index),
      { locale: 'en', timeZone: 'UTC' },
    )
    await reloaded.load()
    await reloaded.update()
    expect(reads).toBe(0)
    expect((await reloaded.search({ query: 'masts', limit: 5 }, PUBLIC)).total).toBe(1)
    expect(reads).toBe(1)
  })

  test.each([
    ['broken', Buffer.from('no gzip')],
    ['truncated', undefined],
  ])('rebuilds a saved index that is %s', async (_, content) => {
    const { env } = writeHarbour()
    const { savedFile } = await openIndex(env)
    writeFileSync(savedFile, content ?? readFileSync(savedFile).subarray(0, 200))
    expectConsole(/^error: .*search.json.gz is missing or damaged: it is rebuilt/)
    const { findIds } = await openIndex(env)
    expect(await findIds('masts')).toEqual([SHIPS.id])
    expect(readFileSync(savedFile).length).toBeGreaterThan(200)
  })

  test('returns results even if the index cannot be saved', async () => {
    const { env } = writeHarbour()
    await prepareSite(env, Date.now())
    // A folder with the name of the file makes writing fail.
    mkdirSync(path.join(openWorkingCopy(env).dir, 'search.json.gz', 'in the way'), { recursive: true })
    expectConsole(/^error: The search index was not saved.*: Cannot write to /)
    const { findIds } = await openIndex(env)
    expect(await findIds('masts')).toEqual([SHIPS.id])
  })

  test('saves the index only after enough changes', async () => {
    const { dir, env } = writeHarbour()
    const many = Array.from({ length: 150 }, (_, index): SimplePage => {
      const id = `c0000000-0000-4000-8000-${String(index).padStart(12, '0')}`
      return { id, title: `Buoy ${index}`, parent: ROOT.id, text: 'Red' }
    })
    for (const each of many) writePage(dir, each)
    writePage(dir, { ...ROOT, children: many.map(({ id }) => id) })
    const { index, savedFile } = await openIndex(env)
    const isSavedAfterChange = async (each: SimplePage | undefined) => {
      const before = readFileSync(savedFile)
      writePage(dir, { ...(each ?? ROOT), text: 'Green' })
      await prepareSite(env, Date.now())
      await index.update()
      return !readFileSync(savedFile).equals(before)
    }
    expect(await isSavedAfterChange(many[1])).toBe(false)
    expect(await isSavedAfterChange(many[2])).toBe(true)
    expect(await isSavedAfterChange(many[3])).toBe(false)
  })

  test('throws SearchNotReadyError while there is no index', async () => {
    const { env } = writeHarbour()
    await prepareSite(env, Date.now())
    const waitingIndex = new LiveIndex(
      openWorkingCopy(env),
      () => new Promise(() => {}),
      { locale: 'en', timeZone: 'UTC' },
      0,
    )
    waitingIndex.update()
    await expect(waitingIndex.search({ query: 'masts', limit: 5 }, PUBLIC)).rejects.toThrow(SearchNotReadyError)
  })
})
