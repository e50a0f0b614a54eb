import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

export type Attack = 'Markdown copies' | 'policies' | 'upgrades' | 'searches' | 'bodies'

/** A process with hostile clients at another loopback address. It runs until its parent disconnects. */
const [attack = '', port = ''] = process.argv.slice(2)
const ADDRESS = '127.0.0.2'
const LOOPS = 16
/** A misspelled query of nineteen words, the most that a query may contain. Each word is similar to many others. */
const MISSPELLED = Array.from({ length: 19 }, (_, at) => `harbuor${at}`.slice(0, 9)).join(' ')

const sockets: Socket[] = []
let searched = 0

function open(head: string, body?: Buffer): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: ADDRESS })
  socket.on('error', () => {}).on('close', () => sockets.splice(sockets.indexOf(socket), 1))
  socket.resume().write(`${head}\r\nHost: x\r\n`)
  if (body !== undefined) socket.write(body)
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
  policies: () => repeat(LOOPS, () => send('GET', '/', { 'content-security-policy': "script-src 'nonce-a'" })),
  upgrades: () => {
    for (let opened = 0; opened < 200; opened++)
      open(`GET /nowhere-${opened} HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket`, Buffer.from('\r\n'))
  },
  // Each query is different, because responses may be cached.
  searches: () =>
    repeat(250, () => send('POST', '/api/search', {}, JSON.stringify({ query: `${MISSPELLED} ${searched++}` }))),
  bodies: () => {
    const incompleteBody = Buffer.concat([Buffer.from('\r\n'), Buffer.alloc(9_800_000, 'a')])
    for (let opened = 0; opened < 60; opened++)
      open('POST /api/search HTTP/1.1\r\nContent-Length: 9900000', incompleteBody)
  },
}

process.on('message', () => process.send?.(sockets.length))
ATTACKS[attack as Attack]()
