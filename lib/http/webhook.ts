import 'server-only'
import { isSignedWith } from '../auth/secrets'
import { getClientNetwork } from '../client-network'
import { requestSyncAnywhere } from '../instances/requests'
import { getEnv } from '../settings/env'
import { getSite, ignoreNotReady } from '../site/get-site'
import { getSyncRequest, readNotionEvent, readVerificationToken } from '../webhooks/notion-event'
import { ProcessedEvents } from '../webhooks/processed-events'
import { removeReceivedTokens, TokenReceiver } from '../webhooks/verification'
import { MAX_BODY_BYTES, parseJson, readBody } from './request-body'
import { respondWithJson } from './text-response'

let memory: ProcessedEvents | undefined
let receiver: TokenReceiver | undefined

/** Receives signed events of the hosted workspace. Responds before the sync starts. */
export async function respondToWebhook(request: Request): Promise<Response> {
  const env = getEnv()
  const { stateDir, webhookToken } = env
  const body = await readBody(request)
  if (body === undefined) return respondWithJson(413, { error: `The body is longer than ${MAX_BODY_BYTES} bytes` })
  if (webhookToken === undefined) return verify(request, stateDir, body)
  if (!isSignedWith(webhookToken, body, request.headers.get('x-notion-signature'))) {
    return respondWithJson(401, { error: 'The signature does not match the body' })
  }
  const event = readNotionEvent(parseJson(body))
  if (event === undefined) return respondWithJson(400, { error: 'The body is not an event of Notion' })
  memory ??= new ProcessedEvents(stateDir)
  const syncRequest = getSyncRequest(event, (await getSite().catch(ignoreNotReady))?.index)
  try {
    const outcome = await memory.once(event.id, async () => {
      if (syncRequest !== undefined) await requestSyncAnywhere(env, syncRequest)
      await removeReceivedTokens(stateDir)
    })
    return respondWithJson(200, { outcome })
  } catch (error) {
    console.error(`An event was not processed: ${error instanceof Error ? error.message : error}`)
    return respondWithJson(503, { error: 'The event could not be processed: send it again' }, { 'retry-after': '60' })
  }
}

/** Until a token is set, only a verification token is accepted: it is logged once, for the operator. */
async function verify(request: Request, stateDir: string, body: Uint8Array): Promise<Response> {
  const token = readVerificationToken(parseJson(body))
  if (token === undefined)
    return respondWithJson(401, { error: 'NOTION_WEBHOOK_TOKEN is not set, so events are refused' })
  receiver ??= new TokenReceiver(stateDir)
  // The server has replaced this header by one trusted address.
  const client = getClientNetwork(request.headers.get('x-forwarded-for') ?? '')
  const outcome = await receiver.receive(token, client)
  if (outcome === 'refused')
    return respondWithJson(429, { error: 'Too many tokens were sent' }, { 'retry-after': '3600' })
  if (outcome === 'new') {
    console.log(
      `The webhook's verification token: ${token}: paste it into Notion, set NOTION_WEBHOOK_TOKEN to it, and restart`,
    )
  }
  return respondWithJson(200, { outcome: 'received' })
}
