import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { BaseWebhookPayload } from '@notionhq/client'
import type { Change } from '../hosted/editor'
import { BOT } from './visible-workspace'

/** Most deliveries of one event. */
const MAX_ATTEMPTS = 8
/** Types of events that are aggregated, and the list in each that is joined. */
const JOINED: Record<string, 'updated_blocks' | 'updated_properties'> = {
  'page.content_updated': 'updated_blocks',
  'database.content_updated': 'updated_blocks',
  'data_source.content_updated': 'updated_blocks',
  'page.properties_updated': 'updated_properties',
}

export type WebhookEvent = Omit<BaseWebhookPayload, 'api_version'> & Change & { api_version: string }

interface Subscription {
  id: string
  url: string
  token: string
}

/** Sends webhooks of changes as Notion does: events are aggregated, signed and, if a test requests it, late, unordered and repeated. */
export class WebhookSender {
  #waiting: WebhookEvent[] = []
  #subscription: Subscription | undefined

  constructor(readonly workspace: () => unknown) {}

  /** Subscribes a URL to future changes. Returns the key of the signatures, and sends it to the URL unless `token` is given. */
  async subscribe(url: string, token?: string): Promise<string> {
    const key = token ?? `secret_${randomBytes(24).toString('base64url')}`
    this.#subscription = { id: randomUUID(), url, token: key }
    if (token === undefined) await post(url, JSON.stringify({ verification_token: key }), {})
    return key
  }

  /** Queues a change for the next delivery. */
  note(change: Change): void {
    const subscription = this.#subscription
    if (subscription === undefined) return
    const list = JOINED[change.type]
    const other = this.#waiting.find(
      (event) => event.type === change.type && event.entity.id === change.entity.id && event.attempt_number === 1,
    )
    if (list !== undefined && other !== undefined) {
      other.data = { ...other.data, [list]: join(other.data[list], change.data[list]) }
      return
    }
    this.#waiting.push({
      ...change,
      id: randomUUID(),
      timestamp: new Date(Date.now()).toISOString(),
      workspace_id: String(this.workspace()),
      workspace_name: BOT.workspace,
      subscription_id: subscription.id,
      integration_id: BOT.id,
      authors: [{ id: BOT.id, type: 'bot' }],
      attempt_number: 1,
      api_version: '2026-03-11',
    })
  }

  /** Sends the queued events, each `times` times, and returns the statuses. Events that the site rejects are queued again. */
  async deliver({
    order = 'kept',
    times = 1,
  }: {
    order?: 'kept' | 'reversed'
    times?: number
  } = {}): Promise<number[]> {
    const subscription = this.#subscription
    if (subscription === undefined) throw new Error('Nothing is subscribed')
    const events = this.#waiting.splice(0)
    if (order === 'reversed') events.reverse()
    const statuses: number[] = []
    for (const event of Array.from({ length: times }, () => events).flat()) {
      const body = JSON.stringify(event)
      const signature = createHmac('sha256', subscription.token).update(body).digest('hex')
      const status = await post(subscription.url, body, { 'x-notion-signature': `sha256=${signature}` })
      statuses.push(status)
      event.attempt_number++
      const isAccepted = status >= 200 && status < 300
      if (isAccepted || event.attempt_number > MAX_ATTEMPTS) continue
      if (!this.#waiting.includes(event)) this.#waiting.push(event)
    }
    return statuses
  }
}

function join(one: readonly unknown[] = [], other: readonly unknown[] = []): unknown[] {
  const texts = new Set([...one, ...other].map((each) => JSON.stringify(each)))
  return [...texts].map((text) => JSON.parse(text))
}

/** Returns the status; 0 if there was no response. */
async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const request = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
  return fetch(url, request).then(
    ({ status }) => status,
    () => 0,
  )
}
