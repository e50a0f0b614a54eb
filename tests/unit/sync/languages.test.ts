import { expect, test } from 'vitest'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId } from './support'

const APIS = ['private', 'official'] as const
const createRoots = (second: string) => ({ NOTION_ROOT_PAGE: `en=${createHostedId('One')},de=${second}` })

/** Starts a workspace with two root pages that have one subpage each, and a page that belongs to neither. */
const startBench = (api: (typeof APIS)[number]) =>
  Bench.start(
    createHostedWorkspace({ One: { children: { Deep: {} } }, Zwei: { children: { Tief: {} } }, Else: {} }),
    api,
  )

test.each(APIS)('syncs the root pages of all languages with their subpages (%s API)', async (api) => {
  const bench = await startBench(api)
  const env = createRoots(createHostedId('Zwei'))
  expect(await bench.sync({ env })).toMatchObject({ state: 'done', failed: [] })
  expect(bench.pages()).toEqual(['One', 'Deep', 'Zwei', 'Tief'].map(createHostedId).sort())
  expect(bench.manifest().root).toBe(createHostedId('One'))
  // Removing a language removes its pages, and adding it again fetches them again.
  expect(await bench.sync({ env: { NOTION_ROOT_PAGE: createHostedId('One') } })).toMatchObject({ state: 'done' })
  expect(bench.pages()).toEqual(['One', 'Deep'].map(createHostedId).sort())
  expect(await bench.sync({ env })).toMatchObject({ state: 'done', failed: [] })
  expect(bench.pages()).toEqual(['One', 'Deep', 'Zwei', 'Tief'].map(createHostedId).sort())
})

test.each(APIS)('reports a missing root page of a language and syncs the others (%s API)', async (api) => {
  const bench = await startBench(api)
  const report = await bench.sync({ env: createRoots(createHostedId('nowhere')) })
  expect(report.state).toBe('done')
  expect(report.failed.map(({ reason }) => reason).join()).toContain('NOTION_ROOT_PAGE names it for a language')
  expect(bench.pages()).toEqual(['One', 'Deep'].map(createHostedId).sort())
})
