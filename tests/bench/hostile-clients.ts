import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

export type Attack = 'Markdown copies' | 'missing pages' | 'connections' | 'searches' | 'bodies'

/** A process with clients that send as much as they can, at another loopback address. It runs until its parent disconnects. */
const [attack = '', port = ''] = process.argv.slice(2)
const ADDRESS = '127.0.0.2'
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

const ATTACKS: Record<Attack, () => unknown> = {
  'Markdown copies': () => repeat(LOOPS, () => send('GET', '/index.md', {})),
  'missing pages': () => repeat(LOOPS, () => send('GET', `/nowhere-${missing++}`, {})),
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
