import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '@/cli/lib/debian'
import { freePort, newFolder } from './site'

export interface Balancer {
  /** Origin, without a trailing slash. */
  url: string
  stop(): Promise<void>
}

/** nginx with the project's own configuration on a free loopback port, before two sites. It ends with this process. */
export async function startBalancer(sites: readonly [{ url: string }, { url: string }]): Promise<Balancer> {
  const port = await freePort()
  const dir = newFolder('nginx')
  const configuration = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll('/tmp/', `${dir}/`)
    .replaceAll('site-1:3000', `127.0.0.1:${new URL(sites[0].url).port}`)
    .replaceAll('site-2:3000', `127.0.0.1:${new URL(sites[1].url).port}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
  writeFileSync(`${dir}/nginx.conf`, configuration)
  const options = ['-c', `${dir}/nginx.conf`, '-p', dir, '-e', 'stderr', '-g', 'daemon off;']
  // It warns of each instance that is away, which is what tests do to it.
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

const isListening = (url: string) =>
  fetch(url)
    .then((response) => response.arrayBuffer())
    .then(
      () => true,
      () => false,
    )
