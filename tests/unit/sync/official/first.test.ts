import { expect, test } from 'vitest'
import { CALL_LIMITS, Caller } from '@/lib/sync/caller'
import { OfficialClient } from '@/lib/sync/official-api/client'
import { Pace } from '@/lib/sync/pace'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId, listen } from '../support'

const listIds = (...all: string[]) => all.map(createHostedId).sort()

test('a first sync requests the content of each page once, and the page objects by search', async () => {
  const bench = await Bench.start(createHostedWorkspace({ One: { children: { Deep: {} } }, Two: {} }), 'official')
  expect(await bench.sync()).toMatchObject({ state: 'done', mode: 'full', failed: [], failedFiles: [] })
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Deep', 'Two'))
  expect(bench.page(createHostedId('Deep'))).toContain('Deep')
  expect(bench.server.takeCounts()).toEqual({ 'blocks.children': 4, search: 1, users: 1 })
  expect(await bench.sync()).toMatchObject({ state: 'done', mode: 'refresh', changed: [] })
  expect(bench.server.takeCounts()).toEqual({ search: 1 })
})

test('a page that another page mentions is not requested separately', async () => {
  const mention = { type: 'text', properties: { title: [['‣', [['p', createHostedId('Deep')]]]] } }
  const bench = await Bench.start(
    createHostedWorkspace({ One: { blocks: [mention] }, Two: { children: { Deep: {} } } }),
    'official',
  )
  await bench.sync()
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Deep'))
  expect(bench.server.takeCounts()).not.toHaveProperty('pages')
})

test('an interrupted first sync continues without separate requests for page objects', async () => {
  const bench = await Bench.start(createHostedWorkspace({ One: { children: { Deep: {} } }, Two: {} }), 'official')
  bench.server.faults.push({ kind: 'error', call: 'blocks.children', bodyContains: createHostedId('One') })
  await bench.sync({ isWatching: true })
  bench.server.faults.length = 0
  bench.server.takeCounts()
  await bench.sync()
  expect(bench.pages()).toEqual(listIds('Home', 'One', 'Two', 'Deep'))
  expect(bench.server.takeCounts()).toEqual({ search: 1, 'blocks.children': 2 })
})

test('the client does not follow redirects, which would receive the token', async () => {
  const { origin, urls } = await listen(({ url }, response) => {
    if (url === '/elsewhere') response.end('{"object":"page"}')
    else response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const pace = new Pace(1000, new AbortController().signal, '/nowhere/pace.json')
  const caller = new Caller(pace, { ...CALL_LIMITS, attempts: 1 })
  const client = new OfficialClient({ apiBaseUrl: origin, token: 'ntn_x' }, caller)
  await expect(client.get('pages/x', 'normal')).rejects.toThrow('no connection')
  expect(urls).toEqual(['/v1/pages/x'])
})
