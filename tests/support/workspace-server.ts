import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HostedData } from './hosted/data'
import { HostedEditor } from './hosted/editor'
import { type Fault, REFUSALS, type Refusal, sendFault } from './hosted/faults'
import { PrivateApi } from './hosted/private-api'
import { type EndpointName, OfficialApi, TOKEN } from './official/api'
import { ApiError, toErrorBody } from './official/errors'
import { WebhookSender } from './official/webhooks'

const CALLS = [
  'loadPageChunk',
  'syncRecordValuesMain',
  'queryCollection',
  'getSignedFileUrls',
  'getRecordValues',
  'search',
] as const
type CallName = (typeof CALLS)[number]

export interface Call {
  name: string
  at: number
  body: Record<string, unknown>
  token: string | undefined
}

/** Lifetime of signed addresses in seconds. */
const SIGNED_FOR_S = 3600

/**
 * A hosted workspace on the loopback interface. It implements the calls of `notion-client` and, below `/v1`, Notion's official API, over the
 * data of any folder of record maps. Tests can change pages and make calls fail; `POST /control` does the same from other processes.
 */
export class WorkspaceServer {
  readonly calls: Call[] = []
  readonly faults: Fault[] = []
  readonly editor: HostedEditor
  readonly privateApi: PrivateApi
  readonly official: OfficialApi
  readonly webhooks: WebhookSender
  /** If set, only calls with this token succeed. */
  token: string | undefined
  /** Bytes of all responses so far. */
  sentBytes = 0
  signedForSeconds = SIGNED_FOR_S
  /** The target of the redirect at `/away`. */
  redirectTo = ''
  /** Returns an address at which a file can be loaded for a limited time; undefined if there is no such file. */
  signAddress = (address: string): string | undefined => {
    if (!this.data.files.has(address)) return undefined
    const expires = Date.now() + this.signedForSeconds * 1000
    const query = new URLSearchParams({ expires: String(expires), signature: this.#sign(address, expires) })
    return `${this.origin}/signed/${encodeURIComponent(address)}?${query}`
  }
  readonly #key = randomBytes(16)
  readonly #server: Server
  #stopWaiting: () => void = () => {}

  private constructor(readonly data: HostedData) {
    this.editor = new HostedEditor(data)
    this.privateApi = new PrivateApi(data, (address) => this.signAddress(address))
    this.official = new OfficialApi(data, () => this.origin)
    this.webhooks = new WebhookSender(() => data.space)
    this.editor.onChange = (change) => this.webhooks.note(change)
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error))
      })
    })
  }

  /** Serves a folder. Port 0 means any free port. */
  static async start(source: string | HostedData, port = 0): Promise<WorkspaceServer> {
    const server = new WorkspaceServer(typeof source === 'string' ? HostedData.read(source) : source)
    server.#server.listen(port, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get root(): string {
    if (this.data.root === undefined) throw new Error('There is no page in this workspace')
    return this.data.root
  }

  /** Environment variables of a sync from the private API. */
  get env(): Record<string, string> {
    return { NOTION_API_BASE_URL: `${this.origin}/api/v3`, NOTION_ROOT_PAGE: this.root }
  }

  /** Environment variables of a sync from the official API. */
  get officialEnv(): Record<string, string> {
    return {
      NOTION_API_BASE_URL: this.origin,
      NOTION_ROOT_PAGE: this.root,
      NOTION_INTEGRATION_TOKEN: this.token ?? TOKEN,
    }
  }

  /** Returns the number of calls by name since this method was last called. */
  takeCounts(): Partial<Record<CallName | EndpointName | 'file', number>> {
    const counts: Record<string, number> = {}
    for (const { name } of this.calls.splice(0)) counts[name] = (counts[name] ?? 0) + 1
    return counts
  }

  /** Resolves when the server is stopped. */
  async untilStopped(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#stopWaiting = resolve
    })
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
    this.#stopWaiting()
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin)
    if (request.method === 'GET' && url.pathname.startsWith('/signed/')) return this.#sendFile(url, response)
    if (url.pathname === '/away') {
      response.writeHead(302, { location: this.redirectTo }).end()
      return
    }
    if (url.pathname.startsWith('/v1/')) return this.#sendOfficial(request, url, response)
    const file = request.method === 'GET' ? this.official.files.open(url) : undefined
    if (file !== undefined) {
      this.calls.push({ name: 'file', at: Date.now(), body: {}, token: undefined })
      if (file === 'refused') response.writeHead(403).end()
      else response.writeHead(200, { 'content-type': file.type }).end(readFileSync(file.path))
      return
    }
    const name = /^\/api\/v3\/(\w+)$/.exec(url.pathname)?.[1]
    const body = JSON.parse((await readBody(request)) || '{}') as Record<string, unknown>
    if (url.pathname === '/control') return await this.#control(body, response)
    const call = CALLS.find((each) => each === name)
    if (call === undefined || request.method !== 'POST') {
      response.writeHead(404).end()
      return
    }
    const token = /(?:^|;\s*)token_v2=([^;]*)/.exec(request.headers.cookie ?? '')?.[1]
    this.calls.push({ name: call, at: Date.now(), body, token })
    const json = JSON.stringify(this.privateApi[call](body))
    if (this.token !== undefined && token !== this.token) {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"name":"UnauthorizedError"}')
      return
    }
    const fault = this.#takeFault(call, body)
    if (fault !== undefined && (await sendFault(fault, response, json, toPrivateBody))) return
    this.sentBytes += Buffer.byteLength(json)
    response.writeHead(200, { 'content-type': 'application/json' }).end(json)
  }

  async #sendOfficial(incoming: IncomingMessage, url: URL, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = incoming
    // Follows the clock that tests set, unlike the header that Node.js adds.
    response.setHeader('date', new Date(Date.now()).toUTCString())
    const request = { method, url, headers, body: await readBody(incoming) }
    const name = this.official.findEndpointName(request)
    const call = { path: `${url.pathname}${url.search}`, body: request.body }
    this.calls.push({ name, at: Date.now(), body: call, token: headers.authorization?.replace('Bearer ', '') })
    try {
      this.official.checkHeaders(request, this.token)
      const fault = this.#takeFault(name, call)
      const isRefusal = fault !== undefined && fault.kind in REFUSALS
      const json = isRefusal ? '' : JSON.stringify(this.official.respond(request))
      if (fault !== undefined && (await sendFault(fault, response, json, toOfficialBody))) return
      this.sentBytes += Buffer.byteLength(json)
      response.writeHead(200, { 'content-type': 'application/json' }).end(json)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const body = JSON.stringify(toErrorBody(error))
      response.writeHead(error.status, { 'content-type': 'application/json', ...error.headers }).end(body)
    }
  }

  async #control(command: Record<string, unknown>, response: ServerResponse): Promise<void> {
    if (typeof command.webhook === 'string') {
      const token = await this.webhooks.subscribe(command.webhook)
      this.editor.onChange = (change) => {
        this.webhooks.note(change)
        void this.webhooks.deliver()
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token }))
      return
    }
    if (Array.isArray(command.faults)) this.faults.splice(0, this.faults.length, ...(command.faults as Fault[]))
    const result = typeof command.do === 'string' ? this.editor.run(command) : { calls: this.takeCounts() }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result))
  }

  #takeFault(call: string, body: unknown): Fault | undefined {
    const index = this.faults.findIndex(
      (fault) =>
        (fault.call ?? call) === call &&
        (fault.bodyContains === undefined || JSON.stringify(body).includes(fault.bodyContains)),
    )
    const fault = this.faults[index]
    if (fault?.times !== undefined) {
      fault.times--
      if (fault.times <= 0) this.faults.splice(index, 1)
    }
    return fault
  }

  #sign(address: string, expires: number): string {
    return createHmac('sha256', this.#key).update(`${address} ${expires}`).digest('hex')
  }

  #sendFile(url: URL, response: ServerResponse): void {
    this.calls.push({ name: 'file', at: Date.now(), body: {}, token: undefined })
    const address = decodeURIComponent(url.pathname.slice('/signed/'.length))
    const expires = Number(url.searchParams.get('expires'))
    const file = this.data.files.get(address)
    const isSigned = url.searchParams.get('signature') === this.#sign(address, expires) && Date.now() < expires
    if (file === undefined || !isSigned) response.writeHead(403).end()
    else response.writeHead(200, { 'content-type': file.type }).end(readFileSync(file.path))
  }
}

const toPrivateBody = (refusal: Refusal) => ({ name: REFUSALS[refusal][1] })

function toOfficialBody(refusal: Refusal): unknown {
  const [status, , code] = REFUSALS[refusal]
  const reason = refusal === 'blocked' ? 'public_api_request_blocked' : 'public_api_connection_rate_limit'
  const more = status === 429 ? { additional_data: { rate_limit_reason: reason } } : {}
  return toErrorBody(new ApiError(status, code, `The request failed: ${code}.`, more))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
