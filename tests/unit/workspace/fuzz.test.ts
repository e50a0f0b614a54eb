import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { fixtureMaps } from '../../support/fixtures'
import { idOf } from '../../support/records'
import { mapOf, pageOf, type Raw, stored, text } from './maps'
import { mutate, mutation } from './mutate'

const RUNS = Number(process.env.FUZZ_RUNS ?? 200)
const WATCHDOG = 2000

/** Small maps with a little of everything, for where there are no real ones. */
const OWN: Raw[] = [
  pageOf(
    [
      stored('list', 'column_list', 'page', { content: ['left', 'right'] }),
      stored('left', 'column', 'list', { content: ['a'], format: { column_ratio: 0.5 } }),
      stored('right', 'column', 'list', { content: ['b'] }),
      text('a', 'left', 'a', { properties: { title: [['a', [['b'], ['a', 'https://example.com']]]] } }),
      text('b', 'right'),
      stored('c', 'transclusion_container', 'page', { content: ['d'] }),
      text('d', 'c'),
      stored('r', 'transclusion_reference', 'page', { format: { transclusion_reference_pointer: { id: idOf('c') } } }),
      stored('view', 'collection_view', 'page', { collection_id: idOf('rows'), view_ids: [idOf('list view')] }),
      stored('row', 'page', undefined, {
        parent_table: 'collection',
        parent_id: idOf('rows'),
        properties: { title: [['Row']], when: [['‣', [['d', { type: 'date', start_date: '2024-01-01' }]]]] },
      }),
    ],
    {
      collection: {
        [idOf('rows')]: {
          value: {
            id: idOf('rows'),
            parent_id: idOf('view'),
            parent_table: 'block',
            name: [['Rows']],
            schema: { title: { name: 'Name', type: 'title' }, when: { name: 'When', type: 'date' } },
          },
        },
      },
      collection_view: { [idOf('list view')]: { value: { id: idOf('list view'), type: 'list', format: {} } } },
      collection_query: { [idOf('rows')]: { [idOf('list view')]: { blockIds: [idOf('row')] } } },
      notion_user: { [idOf('ada')]: { value: { id: idOf('ada'), name: 'Ada', email: 'ada@example.com' } } },
    },
  ),
  mapOf([
    stored('one', 'page', undefined, { content: ['two', 'x'] }),
    stored('two', 'page', 'one', { content: ['three'] }),
    stored('three', 'page', 'two'),
    text('x', 'one', 'x', { content: ['y'] }),
    text('y', 'x'),
  ]),
]

const maps = [...OWN, ...fixtureMaps().map(({ json }) => json as Raw)]

/** A worker that can be killed, because a hang cannot be caught. */
let worker: Worker | undefined

async function faultsOf(json: unknown): Promise<string[]> {
  if (worker === undefined) {
    worker = new Worker(new URL('./fuzz-worker.mjs', import.meta.url), { execArgv: [] })
    await once(worker, 'message')
  }
  const answer = once(worker, 'message', { signal: AbortSignal.timeout(WATCHDOG) })
  worker.postMessage(json)
  try {
    const [faults] = await answer
    return faults as string[]
  } catch (error) {
    await worker.terminate()
    worker = undefined
    return [`no answer within ${WATCHDOG} ms: ${error}`]
  }
}

afterAll(() => worker?.terminate())

test(`no map hangs, throws or comes out unsafe, whatever is changed in it (${RUNS} runs over ${maps.length} maps)`, {
  timeout: 60_000 + RUNS * WATCHDOG,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(maps.length - 1),
      fc.array(mutation, { minLength: 1, maxLength: 40 }),
      async (at, mutations) => {
        expect(await faultsOf(mutate(maps[at] ?? {}, mutations))).toEqual([])
      },
    ),
    { numRuns: RUNS },
  )
})
