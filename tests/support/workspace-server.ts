import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Answers } from './hosted/answers'
import { HostedData } from './hosted/data'
import { HostedEditor } from './hosted/editor'
import { commit, type Fault, REFUSALS, type Refusal } from './hosted/faults'
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

/** How long signed addresses are good; seconds. */
const SIGNED_FOR = 3600

/**
 * A hosted workspace on the loopback interface: speaks the calls that `notion-client` makes, and below `/v1` Notion's official API, over
 * the data of any folder of record maps. Lets tests change pages and make calls fail. `POST /control` does the same from outside.
 */
export class WorkspaceServer {
  readonly calls: Call[] = []
  readonly faults: Fault[] = []
  readonly editor: HostedEditor
  readonly answers: Answers
  readonly official: OfficialApi
  readonly webhooks: WebhookSender
  /** If set, only calls with this token succeed. */
  token: string | undefined
  /** Bytes of all responses so far. */
  answered = 0
  signedFor = SIGNED_FOR
  /** Where `/away` leads. */
  redirectTo = ''
  /** Where a file can be loaded for a while; undefined for one that is not there. */
  signedAddress = (address: string): string | undefined => {
    if (!this.data.files.has(address)) return undefined
    const expires = Date.now() + this.signedFor * 1000
    const query = new URLSearchParams({ expires: String(expires), signature: this.#signature(address, expires) })
    return `${this.origin}/signed/${encodeURIComponent(address)}?${query}`
  }
  readonly #key = randomBytes(16)
  readonly #server: Server
  #stopWaiting: () => void = () => {}

  private constructor(readonly data: HostedData) {
    this.editor = new HostedEditor(data)
    this.answers = new Answers(data, (address) => this.signedAddress(address))
    this.official = new OfficialApi(data, () => this.origin)
    this.webhooks = new WebhookSender(() => data.space)
    this.editor.onChange = (change) => this.webhooks.note(change)
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error))
      })
    })
  }

  /** Serves a folder; 0 is any free port. */
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

  /** What a sync needs to know of it. */
  get env(): Record<string, string> {
    return { NOTION_API_BASE_URL: `${this.origin}/api/v3`, NOTION_ROOT_PAGE: this.root }
  }

  /** The same of its official API. */
  get officialEnv(): Record<string, string> {
    return {
      NOTION_API_BASE_URL: this.origin,
      NOTION_ROOT_PAGE: this.root,
      NOTION_INTEGRATION_TOKEN: this.token ?? TOKEN,
    }
  }

  /** How many calls of each name there were since the last time this was asked. */
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
    const body = JSON.parse((await bodyOf(request)) || '{}') as Record<string, unknown>
    if (url.pathname === '/control') return await this.#control(body, response)
    const call = CALLS.find((each) => each === name)
    if (call === undefined || request.method !== 'POST') {
      response.writeHead(404).end()
      return
    }
    const token = /(?:^|;\s*)token_v2=([^;]*)/.exec(request.headers.cookie ?? '')?.[1]
    this.calls.push({ name: call, at: Date.now(), body, token })
    const answer = JSON.stringify(this.answers[call](body))
    if (this.token !== undefined && token !== this.token) {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"name":"UnauthorizedError"}')
      return
    }
    const fault = this.#faultFor(call, body)
    if (fault !== undefined && (await commit(fault, response, answer, toPrivateBody))) return
    this.answered += Buffer.byteLength(answer)
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  }

  async #sendOfficial(incoming: IncomingMessage, url: URL, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = incoming
    // By the clock of tests, which the server's own header would ignore.
    response.setHeader('date', new Date(Date.now()).toUTCString())
    const request = { method, url, headers, body: await bodyOf(incoming) }
    const name = this.official.nameOf(request)
    const asked = { path: `${url.pathname}${url.search}`, body: request.body }
    this.calls.push({ name, at: Date.now(), body: asked, token: headers.authorization?.replace('Bearer ', '') })
    try {
      this.official.admit(request, this.token)
      const fault = this.#faultFor(name, asked)
      const refuses = fault !== undefined && fault.kind in REFUSALS
      const answer = refuses ? '' : JSON.stringify(this.official.answer(request))
      if (fault !== undefined && (await commit(fault, response, answer, toOfficialBody))) return
      this.answered += Buffer.byteLength(answer)
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
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
    const answer = typeof command.do === 'string' ? this.editor.run(command) : { calls: this.takeCounts() }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  #faultFor(call: string, body: unknown): Fault | undefined {
    const index = this.faults.findIndex(
      (fault) =>
        (fault.call ?? call) === call && (fault.about === undefined || JSON.stringify(body).includes(fault.about)),
    )
    const fault = this.faults[index]
    if (fault?.times !== undefined) {
      fault.times--
      if (fault.times <= 0) this.faults.splice(index, 1)
    }
    return fault
  }

  #signature(address: string, expires: number): string {
    return createHmac('sha256', this.#key).update(`${address} ${expires}`).digest('hex')
  }

  #sendFile(url: URL, response: ServerResponse): void {
    this.calls.push({ name: 'file', at: Date.now(), body: {}, token: undefined })
    const address = decodeURIComponent(url.pathname.slice('/signed/'.length))
    const expires = Number(url.searchParams.get('expires'))
    const file = this.data.files.get(address)
    const isSigned = url.searchParams.get('signature') === this.#signature(address, expires) && Date.now() < expires
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

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
