import { expect, test } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { requestSync } from '@/lib/snapshot/sync-requests'
import { runRequested } from '@/lib/sync/requested-runs'
import { getSyncRequest, readNotionEvent } from '@/lib/webhooks/notion-event'
import { ProcessedEvents } from '@/lib/webhooks/processed-events'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { startReceiver } from '../../official-server/receiver'
import { Bench, createHostedId } from '../support'

type Order = Parameters<Bench['server']['webhooks']['deliver']>[0]

/** Starts a synced workspace. `deliver` delivers its webhook events and syncs the requested pages, as a site does. */
async function start() {
  const data = createHostedWorkspace({ One: { children: { Deep: {} } }, Two: {}, Rows: {} })
  const source = addCollection(data, 'Rows', { rows: ['Row'] })
  const bench = await Bench.start(data, 'official')
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  const site = await startReceiver()
  await bench.server.webhooks.subscribe(site.url, 'secret_of_the_test')
  const memory = new ProcessedEvents(bench.stateDir)
  const outcomes: string[] = []
  const env = readEnv(bench.variables(), bench.dir)
  async function prepare() {
    await prepareSite(env, Date.now())
    return await readSavedIndex(openWorkingCopy(env))
  }
  /** Returns the ids of the published pages. */
  const getPublished = async () => ((await prepare())?.pages ?? []).map(({ id }) => id).sort()
  async function deliver(order?: Order): Promise<void> {
    await bench.server.webhooks.deliver(order)
    const index = await prepare()
    for (const { body } of site.deliveries.splice(0)) {
      const event = readNotionEvent(JSON.parse(body))
      const request = event && getSyncRequest(event, index)
      if (event === undefined || request === undefined) throw new Error('An event was not read')
      outcomes.push(await memory.once(event.id, () => requestSync(bench.stateDir, request)))
    }
    const { signal } = new AbortController()
    await bench.with((sync) => runRequested(sync, bench.stateDir, signal, async () => {}))
  }
  return { bench, editor: bench.server.editor, source, deliver, outcomes, getPublished }
}

const ORDERS: [string, Order][] = [
  ['in order', {}],
  ['in the wrong order', { order: 'reversed' }],
  ['three times', { times: 3 }],
  ['in the wrong order and twice', { order: 'reversed', times: 2 }],
]

test.each(ORDERS)('events that arrive %s update the site to the state of the workspace', async (_, order) => {
  const { bench, editor, source, deliver, outcomes, getPublished } = await start()
  editor.delete(createHostedId('One'))
  editor.delete(createHostedId('Two'))
  editor.restore(createHostedId('Two'))
  const row = editor.addPage(source, 'New row', 'Text of the new row')
  editor.write(createHostedId('Row'), 'A late sentence')
  await deliver(order)
  expect(await getPublished()).toEqual([...['Home', 'Two', 'Rows', 'Row'].map(createHostedId), row].sort())
  expect(bench.page(row)).toContain('Text of the new row')
  expect(bench.page(createHostedId('Row'))).toContain('A late sentence')
  expect(outcomes.filter((each) => each === 'done')).toHaveLength(outcomes.length / (order?.times ?? 1))
})

test('a late deletion event does not hide a restored page, and a late edit event does not restore a deleted page', async () => {
  const { bench, editor, deliver, getPublished } = await start()
  editor.delete(createHostedId('Two'))
  editor.restore(createHostedId('Two'))
  editor.write(createHostedId('One'), 'An edit')
  editor.delete(createHostedId('One'))
  await bench.sync()
  await deliver({ order: 'reversed' })
  expect(await getPublished()).toEqual(['Home', 'Two', 'Rows', 'Row'].map(createHostedId).sort())
})

test('a page is removed after its first deletion event, even if Notion only returns that it is not found', async () => {
  const { editor, deliver, getPublished } = await start()
  editor.delete(createHostedId('One'))
  editor.unshare(createHostedId('One'))
  await deliver()
  expect(await getPublished()).toEqual(['Home', 'Two', 'Rows', 'Row'].map(createHostedId).sort())
})

test('a page that is not found once is kept without a deletion event', async () => {
  const { editor, deliver, getPublished } = await start()
  editor.rename(createHostedId('One'), 'Renamed')
  editor.unshare(createHostedId('One'))
  await deliver()
  expect(await getPublished()).toContain(createHostedId('One'))
})

test('fetches a changed view after its event', async () => {
  const { bench, editor, deliver } = await start()
  editor.setView(createHostedId('Rows view Table'), { name: 'Another name' })
  await deliver()
  expect(bench.page(createHostedId('Rows'))).toContain('Another name')
})
