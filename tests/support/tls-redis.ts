import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { findProgram } from '@/cli/lib/programs'
import { RedisServer } from './redis'
import { createFolder, findFreePort } from './site'

/** Starts a Redis server that also accepts TLS, with a self-signed certificate and a user `site` with the password `first`. */
export async function startTlsRedis() {
  const dir = createFolder('tls')
  const [port, key, certificate] = [await findFreePort(), `${dir}/key.pem`, `${dir}/certificate.pem`]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=redis']
  const subject = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate]
  execFileSync(findProgram('openssl'), [...request, ...subject], { stdio: 'ignore' })
  const tls = ['--tls-port', String(port), '--tls-cert-file', certificate, '--tls-key-file', key]
  const user = ['--user', 'site', 'on', '>first', '~*', '&*', '+@all']
  const server = await RedisServer.start(...tls, '--tls-auth-clients', 'no', ...user)
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
