import { expect, test } from 'vitest'
import { workspaceOf } from '@/tests/support/hosted/plan'
import { Bench, idOf } from './support'

const APIS = ['private', 'official'] as const
const roots = (second: string) => ({ NOTION_ROOT_PAGE: `en=${idOf('One')},de=${second}` })

/** Two pages beside each other, each with one below, and another that belongs to neither. */
const startBench = (api: (typeof APIS)[number]) =>
  Bench.start(workspaceOf({ One: { children: { Deep: {} } }, Zwei: { children: { Tief: {} } }, Else: {} }), api)

test.each(APIS)('the root pages of all languages are synced with the pages below them (%s API)', async (api) => {
  const bench = await startBench(api)
  const env = roots(idOf('Zwei'))
  expect(await bench.sync({ env })).toMatchObject({ state: 'done', failed: [] })
  expect(bench.pages()).toEqual(['One', 'Deep', 'Zwei', 'Tief'].map(idOf).sort())
  expect(bench.manifest().root).toBe(idOf('One'))
  // The pages of a language that is removed go, and are fetched when it is added again.
  expect(await bench.sync({ env: { NOTION_ROOT_PAGE: idOf('One') } })).toMatchObject({ state: 'done' })
  expect(bench.pages()).toEqual(['One', 'Deep'].map(idOf).sort())
  expect(await bench.sync({ env })).toMatchObject({ state: 'done', failed: [] })
  expect(bench.pages()).toEqual(['One', 'Deep', 'Zwei', 'Tief'].map(idOf).sort())
})

test.each(APIS)(
  'a root page of a language that is missing is reported, and the others are synced (%s API)',
  async (api) => {
    const bench = await startBench(api)
    const report = await bench.sync({ env: roots(idOf('nowhere')) })
    expect(report.state).toBe('done')
    expect(report.failed.map(({ reason }) => reason).join()).toContain('NOTION_ROOT_PAGE names it for a language')
    expect(bench.pages()).toEqual(['One', 'Deep'].map(idOf).sort())
  },
)
