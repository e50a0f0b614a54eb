import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Delivery {
  body: string
  signature: string | undefined
}

/** A site that receives webhooks and responds with `status`. */
export interface Receiver {
  url: string
  deliveries: Delivery[]
  status: number
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', deliveries: [], status: 200 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const signature = request.headers['x-notion-signature']
    receiver.deliveries.push({ body: Buffer.concat(chunks).toString('utf8'), signature: signature?.toString() })
    response.writeHead(receiver.status).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}
