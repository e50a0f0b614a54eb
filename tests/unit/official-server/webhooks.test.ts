import { verifyWebhookSignature } from '@notionhq/client'
import { expect, onTestFinished, test } from 'vitest'
import { readNotionEvent, readVerificationToken } from '@/lib/webhooks/notion-event'
import { createHostedId } from '@/tests/support/hosted/data'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { type Receiver, startReceiver } from './receiver'

const TOKEN = 'secret_of_the_test'

async function startServer(): Promise<{ server: WorkspaceServer; site: Receiver; source: string }> {
  const data = createHostedWorkspace({ One: {}, Two: {} })
  const source = addCollection(data, 'Two', { rows: ['Row'] })
  const server = await WorkspaceServer.start(data)
  onTestFinished(() => server.stop())
  return { server, site: await startReceiver(), source }
}

const readEvents = ({ deliveries }: Receiver) => deliveries.map(({ body }) => JSON.parse(body))

test('a subscription sends a verification token, with which the client verifies events', async () => {
  const { server, site } = await startServer()
  server.editor.rename(createHostedId('One'), 'Before')
  const verificationToken = await server.webhooks.subscribe(site.url)
  expect(readVerificationToken(readEvents(site)[0])).toBe(verificationToken)
  server.editor.rename(createHostedId('One'), 'After')
  expect(await server.webhooks.deliver()).toEqual([200])
  const [, { body = '', signature = '' } = {}] = site.deliveries
  expect(await verifyWebhookSignature({ body, signature, verificationToken })).toBe(true)
  expect(await verifyWebhookSignature({ body: `${body} `, signature, verificationToken })).toBe(false)
})

test('merges edits of one page into one event', async () => {
  const { server, site } = await startServer()
  await server.webhooks.subscribe(site.url, TOKEN)
  const blocks = [server.editor.write(createHostedId('One'), 'a'), server.editor.write(createHostedId('One'), 'b')]
  server.editor.write(createHostedId('Two'), 'c')
  await server.webhooks.deliver()
  const [one, two, ...others] = readEvents(site)
  expect(one.data.updated_blocks).toEqual(blocks.map((id) => ({ id, type: 'block' })))
  expect(two.entity).toEqual({ id: createHostedId('Two'), type: 'page' })
  expect(others).toEqual([])
})

test('repeats and reorders events, and retries rejected ones', async () => {
  const { server, site } = await startServer()
  await server.webhooks.subscribe(site.url, TOKEN)
  server.editor.delete(createHostedId('One'))
  server.editor.restore(createHostedId('One'))
  expect(await server.webhooks.deliver({ order: 'reversed', times: 2 })).toEqual([200, 200, 200, 200])
  const first = readEvents(site)
  expect(first.map(({ type }) => type)).toEqual(['page.undeleted', 'page.deleted', 'page.undeleted', 'page.deleted'])
  expect(new Set(first.map(({ id }) => id)).size).toBe(2)

  site.status = 503
  server.editor.rename(createHostedId('Two'), 'Other')
  expect(await server.webhooks.deliver()).toEqual([503])
  site.status = 200
  expect(await server.webhooks.deliver()).toEqual([200])
  expect(await server.webhooks.deliver()).toEqual([])
  expect(
    readEvents(site)
      .slice(-2)
      .map(({ attempt_number }) => attempt_number),
  ).toEqual([1, 2])
})

test('readNotionEvent returns the pages to fetch for each event', async () => {
  const { server, site, source } = await startServer()
  await server.webhooks.subscribe(site.url, TOKEN)
  const database = createHostedId('Two database')
  const row = server.editor.addPage(source, 'New', 'text')
  server.editor.setView(createHostedId('Two view Table'), { name: 'Other' })
  server.editor.delete(createHostedId('One'))
  await server.webhooks.deliver()
  const read = new Map(readEvents(site).map((event) => [event.type, readNotionEvent(event)]))
  expect(read.get('page.created')?.refresh).toEqual({ pages: [row, database, source] })
  expect(read.get('data_source.content_updated')?.refresh).toEqual({ pages: [source, row, database] })
  expect(read.get('view.updated')?.refresh).toEqual({ pages: [database, source] })
  expect(read.get('page.deleted')).toMatchObject({
    deleted: createHostedId('One'),
    refresh: { pages: [createHostedId('One'), server.root] },
  })
})
