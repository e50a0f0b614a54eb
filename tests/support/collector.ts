import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Span {
  name: string
  traceId: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** An OpenTelemetry collector on the loopback interface, which accepts traces as JSON over HTTP. */
export class Collector {
  /** The bodies of all requests, joined. */
  received = ''
  readonly spans: Span[] = []
  readonly services = new Set<unknown>()
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    this.received += body
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      this.services.add(readAttributes(resource)['service.name'])
      for (const { spans } of scopeSpans) this.spans.push(...spans)
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })

  static async start(): Promise<Collector> {
    const collector = new Collector()
    collector.#server.listen(0, '127.0.0.1')
    await once(collector.#server, 'listening')
    return collector
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

export function readAttributes({ attributes }: Pick<Span, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
