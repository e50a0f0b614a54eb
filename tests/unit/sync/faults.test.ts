import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { workspaceOf } from '@/tests/support/hosted/plan'
import { type Api, Bench, HANGING, idOf } from './support'

const APIS: readonly Api[] = ['private', 'official']
/** The call by which each source fetches the content of a page. */
const CALLS = { private: { page: 'loadPageChunk' }, official: { page: 'blocks.children' } } as const
const names = (...all: string[]) => all.map(idOf).sort()

// The official API tells times to the minute, and pages that are missing are asked for again after a pause.
let passed = 0
const { now } = Date
beforeEach(() => {
  passed = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + passed)
})
const passMinutes = (minutes: number) => {
  passed += minutes * 60_000
}

/** A workspace that has been synced once. */
async function synced(api: Api): Promise<Bench> {
  const bench = await Bench.start(workspaceOf({ One: { children: { Deep: {} } }, Two: {}, Three: {} }), api)
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  bench.server.takeCounts()
  return bench
}

describe.each(APIS)('the %s API', (api) => {
  test.each(['error', 'html', 'cut', 'no map', 'reset', 'hang', 'hang in body', 'hang in compressed body'] as const)(
    'when asking what changed only meets "%s", nothing is taken away and the refresh says so',
    async (kind) => {
      const bench = await synced(api)
      const before = readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')
      bench.server.faults.push({ kind })
      const report = await bench.sync(kind.startsWith('hang') ? HANGING : {})
      expect(report).toMatchObject({ state: 'failed', changed: [] })
      expect(report.message).toMatch(/\.|:/)
      expect(readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')).toBe(before)
      bench.server.faults.length = 0
      expect(await bench.sync()).toMatchObject({ state: 'done', changed: [] })
    },
  )

  test.each(['error', 'html', 'cut', 'no map', 'reset', 'hang', 'hang in body', 'refused'] as const)(
    'a page whose call meets "%s" keeps its last good copy, the others are fetched, and the next run mends it',
    async (kind) => {
      const bench = await synced(api)
      bench.server.editor.write(idOf('Two'), 'second')
      bench.server.editor.write(idOf('Three'), 'third')
      bench.server.faults.push({ kind, call: CALLS[api].page, about: idOf('Two') })
      const report = await bench.sync(kind.startsWith('hang') ? HANGING : {})
      expect(report.failed).toEqual([{ id: idOf('Two'), title: 'Two', reason: expect.any(String) }])
      expect(bench.pages()).toEqual(names('Home', 'One', 'Two', 'Three', 'Deep'))
      expect(bench.page(idOf('Two'))).not.toContain('second')
      expect(bench.page(idOf('Three'))).toContain('third')
      bench.server.faults.length = 0
      expect(await bench.sync()).toMatchObject({ failed: [], changed: [{ title: 'Two', kind: 'changed' }] })
      expect(bench.page(idOf('Two'))).toContain('second')
    },
  )

  test('a fault that passes is not noticed', async () => {
    const bench = await synced(api)
    bench.server.editor.write(idOf('Two'), 'second')
    for (const kind of ['error', 'html', 'cut', 'no map', 'reset'] as const) {
      bench.server.faults.splice(0, 9, { kind, times: 2 })
      expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
    }
    expect(bench.page(idOf('Two'))).toContain('second')
  })

  test.each([
    ['busy', undefined],
    ['busy', 0.3],
    ['overloaded', 0.3],
  ] as const)('after "%s" with Retry-After %s no call is made for as long', async (kind, wait) => {
    const bench = await synced(api)
    bench.server.faults.push({ kind, times: 1, wait })
    expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
    const [refused, again] = bench.server.calls
    expect((again?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(wait === undefined ? 40 : 300)
  })

  test('a first sync that was cut off goes on with what is missing', async () => {
    const bench = await Bench.start(workspaceOf({ One: { children: { Deep: {} } }, Two: {} }), api)
    bench.server.faults.push({ kind: 'error', call: CALLS[api].page, about: idOf('One') })
    expect((await bench.sync()).failed).toMatchObject([{ id: idOf('One') }])
    expect(bench.pages()).toEqual(names('Home', 'Two'))
    bench.server.faults.length = 0
    bench.server.takeCounts()
    expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
    expect(bench.pages()).toEqual(names('Home', 'One', 'Deep', 'Two'))
    expect(bench.server.takeCounts()[CALLS[api].page]).toBe(2)
  })

  test('a page in the trash is removed by the next refresh', async () => {
    const bench = await synced(api)
    bench.server.editor.delete(idOf('Three'))
    expect((await bench.sync()).changed).toContainEqual({ id: idOf('Three'), title: 'Three', kind: 'removed' })
    expect(bench.pages()).toEqual(names('Home', 'One', 'Two', 'Deep'))
  })

  test('pages that are no longer shared leave, when it is certain', async () => {
    const bench = await synced(api)
    bench.server.editor.unshare(idOf('One'))
    const home = bench.server.data.block.get(idOf('Home'))
    if (home) home.content = (home.content as string[]).filter((id) => id !== idOf('One'))
    bench.server.data.touch(idOf('Home'))
    await bench.sync()
    // The official API answers alike for a page that is gone and for one that it does not find at the moment.
    if (api === 'official') expect(bench.pages()).toEqual(names('Home', 'One', 'Two', 'Three', 'Deep'))
    passMinutes(2)
    await bench.sync()
    expect(bench.pages()).toEqual(names('Home', 'Two', 'Three'))
  })

  test('a workspace that shows nothing any more loses no page', async () => {
    const bench = await synced(api)
    const before = readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')
    bench.server.editor.unshare(idOf('Home'))
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
    'a call that meets "%s" ends the refresh with what to do, and keeps every page',
    async (kind, message) => {
      const bench = await synced(api)
      bench.server.faults.push({ kind })
      expect(await bench.sync()).toMatchObject({ state: 'failed', message: expect.stringMatching(message) })
      expect(bench.pages()).toEqual(names('Home', 'One', 'Two', 'Three', 'Deep'))
    },
  )
})

test('a conflict of the official API that passes is not noticed', async () => {
  const bench = await synced('official')
  bench.server.editor.write(idOf('Two'), 'second')
  bench.server.faults.push({ kind: 'conflict', times: 1 }, { kind: 'conflict', call: CALLS.official.page, times: 1 })
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  expect(bench.page(idOf('Two'))).toContain('second')
})
