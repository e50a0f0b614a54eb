import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { findProgram } from '@/cli/lib/programs'
import { createFolder } from '../support/site'

/** The environment variable that passes the port to the browsers of all workers. */
export const FOREIGN_HOSTS_PORT = 'COLOPHON_FOREIGN_HOSTS_PORT'

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
/** The first byte of a TLS connection. */
const TLS_HANDSHAKE = 0x16

/**
 * Starts the server that receives the requests for all hosts except localhost, with and without TLS on one port, so that tests need no network.
 * Intercepting requests in the browser instead would disable its cache. Playwright calls the returned function at the end.
 */
export default async function startForeignHosts(): Promise<() => void> {
  const plain = createHttpServer(respond)
  const secure = createHttpsServer(createCertificate(), respond)
  const server = createServer((socket) => {
    // Browsers open connections that they never use.
    socket.on('error', () => {})
    socket.once('data', (first) => {
      socket.pause()
      socket.unshift(first)
      const isSecure = first[0] === TLS_HANDSHAKE
      ;(isSecure ? secure : plain).emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env[FOREIGN_HOSTS_PORT] = String((server.address() as AddressInfo).port)
  return () => void server.close()
}

/** Responds with the smallest valid content of each kind. */
const respond: RequestListener = (request, response) => {
  const kind = getKind(request)
  response.setHeader('access-control-allow-origin', '*')
  if (kind === 'image') response.setHeader('content-type', 'image/gif').end(PIXEL)
  else if (kind === 'document')
    response.setHeader('content-type', 'text/html').end('<!DOCTYPE html><title>elsewhere</title>')
  else response.end()
}

/** Returns the kind of content that is requested. Browsers send `Sec-Fetch-Dest` over TLS only, so `Accept` is used as well. */
function getKind({ headers }: IncomingMessage): 'image' | 'document' | 'other' {
  const { 'sec-fetch-dest': destination, accept = '' } = headers
  if (destination === 'image' || (destination === undefined && accept.startsWith('image/'))) return 'image'
  return accept.startsWith('text/html') ? 'document' : 'other'
}

/** Creates a self-signed certificate. The browsers of the tests ignore certificate errors. */
function createCertificate(): { key: Buffer; cert: Buffer } {
  const dir = createFolder('elsewhere')
  const [key, cert] = [path.join(dir, 'key.pem'), path.join(dir, 'cert.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const args = ['req', '-x509', ...kind, '-subj', '/CN=elsewhere', '-keyout', key, '-out', cert]
  execFileSync(findProgram('openssl'), args, { stdio: 'ignore' })
  const pair = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(dir, { recursive: true })
  return pair
}
