import { expect, test } from 'vitest'
import type { Fault } from '@/tests/support/hosted/faults'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId } from '../support'

const reference = { transclusion_reference_pointer: { id: createHostedId('Two 1'), table: 'block' } }

test.each<Fault>([
  { kind: 'unauthorized', call: 'views.list' },
  { kind: 'blocked', call: 'views.list' },
  { kind: 'forbidden', call: 'views.query' },
  { kind: 'blocked', call: 'blocks.children', bodyContains: createHostedId('Two 1') },
])('keeps a page unchanged after $kind from $call', async (fault) => {
  const data = createHostedWorkspace({
    One: { blocks: [{ type: 'transclusion_reference', format: reference }] },
    Two: { blocks: [{ type: 'transclusion_container', content: [createHostedId('words')] }] },
  })
  const syncedText = {
    id: createHostedId('words'),
    type: 'text',
    alive: true,
    properties: { title: [['synced words']] },
  }
  data.block.set(syncedText.id, { ...syncedText, parent_id: createHostedId('Two 1'), parent_table: 'block' })
  addCollection(data, 'One', { rows: ['A'] })
  const bench = await Bench.start(data, 'official')
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  const before = bench.page(createHostedId('One'))
  expect(before).toContain('synced words')
  bench.server.faults.push(fault)
  await bench.with((sync) => sync.refreshPages([createHostedId('One')]))
  expect(bench.page(createHostedId('One'))).toBe(before)
})
