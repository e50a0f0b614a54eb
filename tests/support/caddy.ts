import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '@/cli/lib/programs'
import type { WebServer } from './nginx'
import { PORT_IN_USE, startOnFreePort } from './ports'
import { createFolder } from './site'

/** Starts Caddy with the configuration of an export, for its folder. It stops with this process. */
export function startExportCaddy(dir: string): Promise<WebServer> {
  return startOnFreePort(async (port) => {
    const own = createFolder('caddy')
    const site = `http://127.0.0.1:${port} {\n\troot * ${dir}\n\timport ${dir}/caddy.conf\n}\n`
    writeFileSync(`${own}/Caddyfile`, `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
    const env = { ...process.env, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own }
    const child = spawn(findProgram('caddy'), ['run', '--config', `${own}/Caddyfile`], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = once(child, 'exit')
    const end = () => child.kill()
    process.once('exit', end)
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000)
    })
    const stop = async () => {
      child.kill()
      await ended
      process.off('exit', end)
      rmSync(own, { recursive: true })
    }
    while (!(await responds(port))) {
      if (PORT_IN_USE.test(output)) return void (await stop())
      if (child.exitCode !== null) throw new Error(`Caddy did not start with ${own}/Caddyfile:\n${output}`)
      await pause(20)
    }
    return { url: `http://127.0.0.1:${port}`, stop }
  })
}

const responds = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
