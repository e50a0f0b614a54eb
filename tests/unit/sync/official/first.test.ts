import { expect, test } from 'vitest'
import { workspaceOf } from '@/tests/support/hosted/plan'
import { Bench, idOf } from '../support'

const names = (...all: string[]) => all.map(idOf).sort()

test('a first sync requests the content of each page once, and the page objects by search', async () => {
  const bench = await Bench.start(workspaceOf({ One: { children: { Deep: {} } }, Two: {} }), 'official')
  expect(await bench.sync()).toMatchObject({ state: 'done', mode: 'full', failed: [], failedFiles: [] })
  expect(bench.pages()).toEqual(names('Home', 'One', 'Deep', 'Two'))
  expect(bench.page(idOf('Deep'))).toContain('Deep')
  expect(bench.server.takeCounts()).toEqual({ 'blocks.children': 4, search: 1, users: 1 })
  expect(await bench.sync()).toMatchObject({ state: 'done', mode: 'refresh', changed: [] })
  expect(bench.server.takeCounts()).toEqual({ search: 1 })
})
