import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { findProgram } from '@/cli/lib/programs'
import { startOnFreePort } from './ports'
import { RedisServer } from './redis'
import { createFolder } from './site'

/** Starts a Redis server that also accepts TLS, with a self-signed certificate and a user `site` with the password `first`. */
export async function startTlsRedis() {
  const dir = createFolder('tls')
  const [key, certificate] = [`${dir}/key.pem`, `${dir}/certificate.pem`]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=redis']
  const subject = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate]
  execFileSync(findProgram('openssl'), [...request, ...subject], { stdio: 'ignore' })
  const tls = ['--tls-cert-file', certificate, '--tls-key-file', key]
  const user = ['--user', 'site', 'on', '>first', '~*', '&*', '+@all']
  const options = [...tls, '--tls-auth-clients', 'no', ...user]
  const { server, port } = await startOnFreePort(async (port) => {
    // The next port is for connections without TLS.
    const server = await RedisServer.tryToStart(port + 1, ['--tls-port', String(port), ...options])
    return server && { server, port }
  })
  return {
    server,
    certificate,
    /** The name of the server in logs. */
    logName: `Redis at rediss://127.0.0.1:${port}`,
    createUrl: (password: string) => `rediss://site:${password}@127.0.0.1:${port}`,
    async stop() {
      await server.stop()
      rmSync(dir, { recursive: true })
    },
  }
}
