import { createHmac } from 'node:crypto'

/** Tells a site of an edit of a page, as Notion does. Throws when it does not take it. */
export async function tellOfEdit(site: { url: string }, page: string, token: string): Promise<void> {
  const event = { id: `${page} ${performance.now()}`, type: 'page.content_updated', entity: { id: page, type: 'page' } }
  const body = JSON.stringify(event)
  const signature = `sha256=${createHmac('sha256', token).update(body).digest('hex')}`
  const headers = { 'x-notion-signature': signature }
  const { status } = await fetch(`${site.url}/api/webhooks/notion`, { method: 'POST', body, headers })
  if (status !== 200) throw new Error(`A webhook was answered with ${status}`)
}
