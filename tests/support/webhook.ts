import { createHmac } from 'node:crypto'

/** Sends the webhook of a page's edit to a site, as Notion does. Throws if the site rejects it. */
export async function sendEditWebhook(site: { url: string }, page: string, token: string): Promise<void> {
  const event = { id: `${page} ${performance.now()}`, type: 'page.content_updated', entity: { id: page, type: 'page' } }
  const body = JSON.stringify(event)
  const signature = `sha256=${createHmac('sha256', token).update(body).digest('hex')}`
  const headers = { 'x-notion-signature': signature }
  const { status } = await fetch(`${site.url}/api/webhooks/notion`, { method: 'POST', body, headers })
  if (status !== 200) throw new Error(`The site responded to a webhook with status ${status}`)
}
