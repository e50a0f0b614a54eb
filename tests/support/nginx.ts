import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '@/cli/lib/programs'
import { createFolder, findFreePort } from './site'

export interface WebServer {
  /** Origin, without a trailing slash. */
  url: string
  stop(): Promise<void>
}

/** Starts nginx with a configuration that listens on a loopback port. Its files are in a temporary folder. It stops with this process. */
export async function startNginx(configuration: string, port: number): Promise<WebServer> {
  const dir = createFolder('nginx')
  writeFileSync(`${dir}/nginx.conf`, configuration.replaceAll('/tmp/nginx', `${dir}/nginx`))
  const options = ['-c', `${dir}/nginx.conf`, '-p', dir, '-e', 'stderr', '-g', 'daemon off;']
  // Its output is ignored, because it warns of each instance that a test stops.
  const child = spawn(findProgram('nginx'), options, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const end = () => child.kill()
  process.once('exit', end)
  const url = `http://127.0.0.1:${port}`
  while (!(await isListening(url))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start with ${dir}/nginx.conf`)
    await pause(50)
  }
  return {
    url,
    async stop() {
      child.kill()
      await ended
      process.off('exit', end)
      rmSync(dir, { recursive: true })
    },
  }
}

/** Starts nginx with the configuration of an export, for its folder, at an address that test browsers can reach. */
export async function startExportNginx(dir: string, options: { port?: number } = {}): Promise<WebServer> {
  const port = options.port ?? (await findFreePort())
  const file = (name: string) => path.join(dir, name)
  const server = `server {\nlisten 127.0.0.1:${port};\nroot ${dir};\ninclude ${file('nginx-server.conf')};\n}`
  const http = ['access_log off', ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(formatTempPath)]
  // The workers of a superuser's nginx would run as another user, who cannot read temporary folders.
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  const nginx = await startNginx(
    `${user}pid /tmp/nginx.pid;\nevents {}\nhttp {\n${http.join(';\n')};\ninclude ${file('nginx.conf')};\n${server}\n}\n`,
    port,
  )
  return { ...nginx, url: `http://localhost:${port}` }
}

const formatTempPath = (name: string) => `${name}_temp_path /tmp/nginx-${name}`

const isListening = (url: string) =>
  fetch(url)
    .then((response) => response.arrayBuffer())
    .then(
      () => true,
      () => false,
    )
