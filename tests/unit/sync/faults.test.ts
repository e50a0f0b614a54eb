import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { ALL_HANGING, type Api, Bench, createHostedId, HANGING } from './support'

const APIS: readonly Api[] = ['private', 'official']
/** The call that each API uses to fetch the content of a page. */
const CALLS = { private: { page: 'loadPageChunk' }, official: { page: 'blocks.children' } } as const
const listIds = (...all: string[]) => all.map(createHostedId).sort()

// The official API returns times in minutes, and missing pages are requested again after a pause.
let passed = 0
const { now } = Date
beforeEach(() => {
  passed = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + passed)
})
const passMinutes = (minutes: number) => {
  passed += minutes * 60_000
}

/** Starts a workspace and syncs it once. */
async function startSynced(api: Api): Promise<Bench> {
  const bench = await Bench.start(createHostedWorkspace({ One: { children: { Deep: {} } }, Two: {}, Three: {} }), api)
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  bench.server.takeCounts()
  return bench
}

describe.each(APIS)('the %s API', (api) => {
  test.each(['error', 'html', 'cut', 'no map', 'reset', 'hang', 'hang in body'] as const)(
    'a refresh whose requests all fail with "%s" removes nothing and reports the failure',
    async (kind) => {
      const bench = await startSynced(api)
      const before = readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')
      bench.server.faults.push({ kind })
      const report = await bench.sync(kind.startsWith('hang') ? ALL_HANGING : {})
      expect(report).toMatchObject({ state: 'failed', changed: [] })
      expect(report.message).toMatch(/\.|:/)
      expect(readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')).toBe(before)
      bench.server.faults.length = 0
      expect(await bench.sync()).toMatchObject({ state: 'done', changed: [] })
    },
  )

  test.each(['error', 'html', 'cut', 'no map', 'reset', 'hang', 'hang in body', 'refused'] as const)(
    'a page whose request fails with "%s" keeps its last good copy until the next run, and other pages are fetched',
    async (kind) => {
      const bench = await startSynced(api)
      bench.server.editor.write(createHostedId('Two'), 'second')
      bench.server.editor.write(createHostedId('Three'), 'third')
      bench.server.faults.push({ kind, call: CALLS[api].page, bodyContains: createHostedId('Two') })
      const report = await bench.sync(kind.startsWith('hang') ? HANGING : {})
      expect(report.failed).toEqual([{ id: createHostedId('Two'), title: 'Two', reason: expect.any(String) }])
      expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Three', 'Deep'))
      expect(bench.page(createHostedId('Two'))).not.toContain('second')
      expect(bench.page(createHostedId('Three'))).toContain('third')
      bench.server.faults.length = 0
      expect(await bench.sync()).toMatchObject({ failed: [], changed: [{ title: 'Two', kind: 'changed' }] })
      expect(bench.page(createHostedId('Two'))).toContain('second')
    },
  )

  test('a temporary fault is not reported', async () => {
    const bench = await startSynced(api)
    bench.server.editor.write(createHostedId('Two'), 'second')
    for (const kind of ['error', 'html', 'cut', 'no map', 'reset'] as const) {
      bench.server.faults.splice(0, 9, { kind, times: 2 })
      expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
    }
    expect(bench.page(createHostedId('Two'))).toContain('second')
  })

  test.each([
    ['busy', undefined],
    ['busy', 0.3],
    ['overloaded', 0.3],
  ] as const)('makes no call during the pause after "%s" with Retry-After %s', async (kind, wait) => {
    const bench = await startSynced(api)
    bench.server.faults.push({ kind, times: 1, wait })
    expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
    const [refused, again] = bench.server.calls
    expect((again?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(wait === undefined ? 40 : 300)
  })

  test('continues an interrupted first sync with the missing pages', async () => {
    const bench = await Bench.start(createHostedWorkspace({ One: { children: { Deep: {} } }, Two: {} }), api)
    bench.server.faults.push({ kind: 'error', call: CALLS[api].page, bodyContains: createHostedId('One') })
    expect((await bench.sync()).failed).toMatchObject([{ id: createHostedId('One') }])
    expect(bench.pages()).toEqual(listIds('Home', 'Two'))
    bench.server.faults.length = 0
    bench.server.takeCounts()
    expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
    expect(bench.pages()).toEqual(listIds('Home', 'One', 'Deep', 'Two'))
    expect(bench.server.takeCounts()[CALLS[api].page]).toBe(2)
  })

  test('a first sync that reads no page publishes no manifest, so that the workspace counts as never copied', async () => {
    const bench = await Bench.start(createHostedWorkspace({}), api)
    bench.server.faults.push({ kind: 'error' })
    await bench.with(async (sync) => {
      expect(await sync.refresh()).toMatchObject({ state: 'failed' })
      await sync.settle()
    })
    expect(existsSync(path.join(bench.snapshot, 'manifest.json'))).toBe(false)
    await expect(prepareSite(readEnv(bench.variables(), bench.dir), 0)).rejects.toThrow(/not published anything yet/)
    bench.server.faults.length = 0
    expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
    expect(bench.pages()).toEqual(listIds('Home'))
  })

  test('the next refresh removes a page that was moved to the trash', async () => {
    const bench = await startSynced(api)
    bench.server.editor.delete(createHostedId('Three'))
    expect((await bench.sync()).changed).toContainEqual({
      id: createHostedId('Three'),
      title: 'Three',
      kind: 'removed',
    })
    expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Deep'))
  })

  test('removes pages that are no longer shared, after a confirmation with the official API', async () => {
    const bench = await startSynced(api)
    bench.server.editor.unshare(createHostedId('One'))
    const home = bench.server.data.block.get(createHostedId('Home'))
    if (home) home.content = (home.content as string[]).filter((id) => id !== createHostedId('One'))
    bench.server.data.touch(createHostedId('Home'))
    await bench.sync()
    // The official API returns the same response for a deleted page and for one that it temporarily does not find.
    if (api === 'official') expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Three', 'Deep'))
    passMinutes(2)
    await bench.sync()
    expect(bench.pages()).toEqual(listIds('Home', 'Two', 'Three'))
  })

  test('keeps all pages if the workspace is no longer shared at all', async () => {
    const bench = await startSynced(api)
    const before = readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')
    bench.server.editor.unshare(createHostedId('Home'))
    let report = await bench.sync()
    for (let run = 0; run < 3; run++) {
      passMinutes(61)
      report = await bench.sync()
    }
    expect(report).toMatchObject({ state: 'refused', message: expect.stringContaining('the root page') })
    expect(readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')).toBe(before)
  })

  test.each([
    ['unauthorized', /token|TOKEN/],
    ['forbidden', api === 'official' ? /“Read content”/ : /expired or is wrong|is private/],
  ] as const)(
    'a call that fails with "%s" ends the refresh with instructions and keeps every page',
    async (kind, message) => {
      const bench = await startSynced(api)
      bench.server.faults.push({ kind })
      expect(await bench.sync()).toMatchObject({ state: 'failed', message: expect.stringMatching(message) })
      expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Three', 'Deep'))
    },
  )
})

test('a temporary conflict of the official API is not reported', async () => {
  const bench = await startSynced('official')
  bench.server.editor.write(createHostedId('Two'), 'second')
  bench.server.faults.push({ kind: 'conflict', times: 1 }, { kind: 'conflict', call: CALLS.official.page, times: 1 })
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  expect(bench.page(createHostedId('Two'))).toContain('second')
})
