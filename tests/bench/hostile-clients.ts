import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { HOSTILE_ADDRESS as ADDRESS } from './hostile-time'

export type Attack =
  | 'Markdown copies'
  | 'missing pages'
  | 'missing files'
  | 'connections'
  | 'searches'
  | 'bodies'
  | 'pipelined requests'
  | 'pipelined requests of many connections'
  | 'requests without a reader'

/** A process with clients that send as much as they can, at another loopback address. It runs until its parent disconnects. */
const [attack = '', port = ''] = process.argv.slice(2)
const LOOPS = 16
/** The longest body that the server passes on. */
const LONGEST_BODY = 'a'.repeat(64 * 1024)
/** A misspelled query of nineteen words, the most that a query may contain. Each word is similar to many others. */
const MISSPELLED = Array.from({ length: 19 }, (_, at) => `harbuor${at}`.slice(0, 9)).join(' ')

const sockets: Socket[] = []
let searched = 0
let missing = 0

/** Opens a connection, requests a page and keeps the connection open. */
function open(path: string): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: ADDRESS })
  socket.on('error', () => {}).on('close', () => sockets.splice(sockets.indexOf(socket), 1))
  socket.resume().write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  sockets.push(socket)
}

function send(method: string, path: string, headers: Record<string, string>, body = ''): Promise<void> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, localAddress: ADDRESS, agent: false, method, path, headers }
    const sent = request(options, (response) => response.resume().once('close', resolve))
    sent.once('error', () => resolve()).end(body)
  })
}

async function repeat(count: number, visit: () => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (process.connected) await visit()
    }),
  )
}

/** Keeps a connection open on which `count` requests wait for their responses. Opens another one when the server closes it. */
function pipeline(count: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: ADDRESS })
    socket.on('error', () => {}).once('close', () => resolve())
    const sendMore = (more: number) => socket.write('GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(more))
    socket.on('data', (chunk) => sendMore(chunk.toString('latin1').match(/HTTP\/1\.1 /g)?.length ?? 0))
    sendMore(count)
  })
}

/** Sends eight requests on one connection, and closes it at once. */
function leave(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: ADDRESS })
    socket.on('error', () => {}).once('close', () => resolve())
    socket.write(`GET /nowhere-${missing++} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(8), () => socket.destroy())
  })
}

const ATTACKS: Record<Attack, () => unknown> = {
  'Markdown copies': () => repeat(LOOPS, () => send('GET', '/index.md', {})),
  'missing pages': () => repeat(LOOPS, () => send('GET', `/nowhere-${missing++}`, {})),
  'missing files': () => repeat(LOOPS, () => send('GET', `/nowhere-${missing++}.png`, {})),
  'pipelined requests': () => repeat(10, () => pipeline(500)),
  'pipelined requests of many connections': () => repeat(400, () => pipeline(100)),
  'requests without a reader': () => repeat(LOOPS, leave),
  connections: () => {
    for (let opened = 0; opened < 200; opened++) open(`/nowhere-${opened}`)
  },
  // Each query is different, because responses may be cached.
  searches: () =>
    repeat(250, () => send('POST', '/api/search', {}, JSON.stringify({ query: `${MISSPELLED} ${searched++}` }))),
  bodies: () => repeat(60, () => send('POST', '/api/search', {}, LONGEST_BODY)),
}

process.on('message', () => process.send?.(sockets.length))
ATTACKS[attack as Attack]()
