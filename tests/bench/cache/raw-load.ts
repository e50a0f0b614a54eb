import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A load on one path, as fast as the connections allow. It uses raw sockets, because an HTTP library would be slower than the servers. */
export interface RawLoad {
  port: number
  path: string
  headers: Record<string, string>
  connections: number
  seconds: number
}

export interface RawResult {
  /** Responses with status 200. */
  responses: number
  others: number
  /** Responses before the measurement. */
  warmUp: number
  seconds: number
}

const WARM_UP_S = 1
const HEAD_END = Buffer.from('\r\n\r\n')
const CHUNKS_END = Buffer.from('0\r\n\r\n')

const [load] = (await once(process, 'message')) as [RawLoad]
const head = [
  `GET ${load.path} HTTP/1.1`,
  'host: localhost',
  ...Object.entries(load.headers).map((each) => each.join(': ')),
]
const request = `${head.join('\r\n')}\r\n\r\n`
const warmUp = await run(WARM_UP_S)
process.send?.({ ...(await run(load.seconds)), warmUp: warmUp.responses }, () => process.exit())

async function run(seconds: number): Promise<RawResult> {
  const started = performance.now()
  const until = started + seconds * 1000
  const result: RawResult = { responses: 0, others: 0, warmUp: 0, seconds }
  await Promise.all(Array.from({ length: load.connections }, () => readUntil(until, result)))
  return { ...result, seconds: (performance.now() - started) / 1000 }
}

async function readUntil(until: number, result: RawResult): Promise<void> {
  const socket = connect(load.port, '127.0.0.1').setNoDelay()
  await once(socket, 'connect')
  let buffered: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    const status = takeResponse(buffered)
    if (status === undefined) return
    buffered = Buffer.alloc(0)
    if (status === '200') result.responses++
    else result.others++
    if (performance.now() < until) socket.write(request)
    else socket.end()
  })
  socket.write(request)
  await waitForClose(socket)
}

/** Returns the status if the response is complete. A connection has one request at a time, so nothing follows the response. */
function takeResponse(bytes: Buffer): string | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return undefined
  const lines = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(lines)?.[1]
  const isComplete =
    length === undefined
      ? bytes.subarray(-CHUNKS_END.length).equals(CHUNKS_END)
      : bytes.length >= end + 4 + Number(length)
  return isComplete ? lines.slice(9, 12) : undefined
}

function waitForClose(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => socket.once('close', resolve).once('error', reject))
}
