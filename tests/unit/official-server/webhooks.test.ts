import { verifyWebhookSignature } from '@notionhq/client'
import { expect, onTestFinished, test } from 'vitest'
import { readNotionEvent, readVerificationToken } from '@/lib/webhooks/notion-event'
import { idFor } from '@/tests/support/hosted/data'
import { addCollection, workspaceOf } from '@/tests/support/hosted/plan'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { type Receiver, startReceiver } from './receiver'

const TOKEN = 'secret_of_the_test'

async function start(): Promise<{ server: WorkspaceServer; site: Receiver; source: string }> {
  const data = workspaceOf({ One: {}, Two: {} })
  const source = addCollection(data, 'Two', { rows: ['Row'] })
  const server = await WorkspaceServer.start(data)
  onTestFinished(() => server.stop())
  return { server, site: await startReceiver(), source }
}

const readEvents = ({ deliveries }: Receiver) => deliveries.map(({ body }) => JSON.parse(body))

test('a subscription begins with a key, by which the client verifies the events', async () => {
  const { server, site } = await start()
  server.editor.rename(idFor('One'), 'Before')
  const verificationToken = await server.webhooks.subscribe(site.url)
  expect(readVerificationToken(readEvents(site)[0])).toBe(verificationToken)
  server.editor.rename(idFor('One'), 'After')
  expect(await server.webhooks.deliver()).toEqual([200])
  const [, { body = '', signature = '' } = {}] = site.deliveries
  expect(await verifyWebhookSignature({ body, signature, verificationToken })).toBe(true)
  expect(await verifyWebhookSignature({ body: `${body} `, signature, verificationToken })).toBe(false)
})

test('edits of one page are told together', async () => {
  const { server, site } = await start()
  await server.webhooks.subscribe(site.url, TOKEN)
  const blocks = [server.editor.write(idFor('One'), 'a'), server.editor.write(idFor('One'), 'b')]
  server.editor.write(idFor('Two'), 'c')
  await server.webhooks.deliver()
  const [one, two, ...others] = readEvents(site)
  expect(one.data.updated_blocks).toEqual(blocks.map((id) => ({ id, type: 'block' })))
  expect(two.entity).toEqual({ id: idFor('Two'), type: 'page' })
  expect(others).toEqual([])
})

test('events come again, in another order, and until they are taken', async () => {
  const { server, site } = await start()
  await server.webhooks.subscribe(site.url, TOKEN)
  server.editor.delete(idFor('One'))
  server.editor.restore(idFor('One'))
  expect(await server.webhooks.deliver({ order: 'reversed', times: 2 })).toEqual([200, 200, 200, 200])
  const first = readEvents(site)
  expect(first.map(({ type }) => type)).toEqual(['page.undeleted', 'page.deleted', 'page.undeleted', 'page.deleted'])
  expect(new Set(first.map(({ id }) => id)).size).toBe(2)

  site.status = 503
  server.editor.rename(idFor('Two'), 'Other')
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

test('the site reads what each of them asks to be fetched', async () => {
  const { server, site, source } = await start()
  await server.webhooks.subscribe(site.url, TOKEN)
  const database = idFor('Two database')
  const row = server.editor.addPage(source, 'New', 'text')
  server.editor.setView(idFor('Two view Table'), { name: 'Other' })
  server.editor.delete(idFor('One'))
  await server.webhooks.deliver()
  const read = new Map(readEvents(site).map((event) => [event.type, readNotionEvent(event)]))
  expect(read.get('page.created')?.refresh).toEqual({ pages: [row, database, source] })
  expect(read.get('data_source.content_updated')?.refresh).toEqual({ pages: [source, row, database] })
  expect(read.get('view.updated')?.refresh).toEqual({ pages: [database, source] })
  expect(read.get('page.deleted')).toMatchObject({
    deleted: idFor('One'),
    refresh: { pages: [idFor('One'), server.root] },
  })
})
