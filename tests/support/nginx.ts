import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '@/cli/lib/programs'
import { PORT_IN_USE, startOnFreePort } from './ports'
import { createFolder } from './site'

export interface WebServer {
  /** Origin, without a trailing slash. */
  url: string
  stop(): Promise<void>
}

/** Starts nginx with a configuration for a loopback port. Its files are in a temporary folder. It stops with this process. */
export function startNginx(configure: (port: number) => string): Promise<WebServer & { port: number; pid: number }> {
  return startOnFreePort(async (port) => {
    const dir = createFolder('nginx')
    writeFileSync(`${dir}/nginx.conf`, configure(port).replaceAll('/tmp/nginx', `${dir}/nginx`))
    const options = ['-c', `${dir}/nginx.conf`, '-p', dir, '-e', 'stderr', '-g', 'daemon off;']
    const child = spawn(findProgram('nginx'), options, { stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = once(child, 'exit')
    const end = () => child.kill()
    process.once('exit', end)
    const stop = async () => {
      child.kill()
      await ended
      process.off('exit', end)
      rmSync(dir, { recursive: true })
    }
    // Read only until it listens. Later it warns of each instance that a test stops.
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000)
    })
    // It writes this file once it listens. Before, it tries five times to listen on a port that is in use.
    while (!existsSync(`${dir}/nginx.pid`)) {
      if (PORT_IN_USE.test(output)) return void (await stop())
      if (child.exitCode !== null) throw new Error(`nginx did not start with ${dir}/nginx.conf:\n${output}`)
      await pause(20)
    }
    return { url: `http://127.0.0.1:${port}`, port, pid: child.pid ?? 0, stop }
  })
}

/** Starts nginx with the configuration of an export, for its folder, at an address that test browsers can reach. */
export async function startExportNginx(dir: string): Promise<WebServer> {
  const file = (name: string) => path.join(dir, name)
  const http = ['access_log off', ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(formatTempPath)]
  // The workers of a superuser's nginx would run as another user, who cannot read temporary folders.
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  const { port, stop } = await startNginx((port) => {
    const server = `server {\nlisten 127.0.0.1:${port};\nroot ${dir};\ninclude ${file('nginx-server.conf')};\n}`
    return `${user}pid /tmp/nginx.pid;\nevents {}\nhttp {\n${http.join(';\n')};\ninclude ${file('nginx.conf')};\n${server}\n}\n`
  })
  return { url: `http://localhost:${port}`, stop }
}

const formatTempPath = (name: string) => `${name}_temp_path /tmp/nginx-${name}`
