import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { runNode } from '@/server/children'
import { startNginx as startConfiguredNginx } from '@/tests/support/nginx'
import { createFolder } from '@/tests/support/site'
import type { RawLoad, RawResult } from './raw-load'

export interface ComparedServer {
  port: number
  path: string
  pid: number
  stop(): Promise<void>
}

const NEXT = 'node_modules/next/dist/bin/next'

/** Runs a load in a separate process. */
export async function measureLoad(load: RawLoad): Promise<RawResult> {
  const child = fork('tests/bench/cache/raw-load.ts', { execArgv: ['--import', 'tsx'] })
  child.send(load)
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The load ended with ${code}`)))
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [RawResult]
  return result
}

/** Builds an application of one empty static page, which `npm start` serves. Returns its folder. */
export async function buildEmptyNext(): Promise<string> {
  // Below the project, so that it uses the same packages.
  const dir = path.resolve('.cache/empty-next')
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(`${dir}/app`, { recursive: true })
  writeFileSync(`${dir}/package.json`, '{"private":true,"type":"module","scripts":{"start":"exec next start"}}')
  writeFileSync(
    `${dir}/app/layout.jsx`,
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }',
  )
  writeFileSync(`${dir}/app/page.jsx`, 'export default function Page() { return <p>Empty</p> }')
  writeFileSync(
    `${dir}/next.config.mjs`,
    `export default { turbopack: { root: ${JSON.stringify(path.resolve('.'))} } }`,
  )
  let output = ''
  const print = (text: string) => {
    output += text
  }
  const code = await runNode([NEXT, 'build', dir], new AbortController().signal, { NODE_ENV: 'production' }, print)
  if (code !== 0) throw new Error(`The empty application was not built:\n${output}`)
  return dir
}

/** Starts `next start` with an application of one empty static page. */
export async function startEmptyNext(): Promise<ComparedServer> {
  const dir = await buildEmptyNext()
  return startServer([process.execPath, NEXT, 'start', dir, '-p', '0', '-H', '127.0.0.1'])
}

/** Starts a bare Node.js server, which sends the same bytes for every request. */
export function startBareNode(html: Buffer): Promise<ComparedServer> {
  const dir = createFolder('bare-node')
  mkdirSync(dir, { recursive: true })
  writeFileSync(`${dir}/page.gz`, gzipSync(html))
  const script = `
    const body = require('node:fs').readFileSync(${JSON.stringify(`${dir}/page.gz`)})
    const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip', 'content-length': body.length }
    const respond = (request, response) => response.writeHead(200, headers).end(body)
    const server = require('node:http').createServer(respond).listen(0, '127.0.0.1')
    server.on('listening', () => console.log('http://127.0.0.1:' + server.address().port))`
  return startServer([process.execPath, '-e', script])
}

/** Starts `next start` of another checkout, which must be built. */
export function startPeer(dir: string): Promise<ComparedServer> {
  return startServer([process.execPath, path.resolve(dir, NEXT), 'start', dir, '-p', '0'])
}

/** Starts nginx with one worker, which sends a compressed file. */
export async function startNginx(html: Buffer): Promise<ComparedServer> {
  const dir = createFolder('nginx')
  writeFileSync(`${dir}/page.html`, html)
  writeFileSync(`${dir}/page.html.gz`, gzipSync(html))
  // Started by root, it would read the folder as another user.
  const configuration = (port: number) => `
    user ${userInfo().username};
    worker_processes 1;
    pid /tmp/nginx.pid;
    events {}
    http {
      access_log off;
      keepalive_requests 1000000000;
      client_body_temp_path ${dir}; proxy_temp_path ${dir}; fastcgi_temp_path ${dir}; uwsgi_temp_path ${dir}; scgi_temp_path ${dir};
      types { text/html html; }
      server { listen 127.0.0.1:${port}; root ${dir}; gzip_static on; }
    }`
  return { ...(await startConfiguredNginx(configuration)), path: '/page.html' }
}

/** Starts a server that writes its address once it listens. */
async function startServer([program = '', ...args]: string[]): Promise<ComparedServer> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(child, 'exit')
  const end = () => void child.kill()
  process.once('exit', end)
  let output = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const [, found] = /http:\/\/\S+?:(\d+)/.exec(output) ?? []
      if (found !== undefined) resolve(Number(found))
    })
    child.once('close', () => reject(new Error(`${program} did not start:\n${output}`)))
  })
  return {
    port,
    path: '/',
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      await ended
      process.off('exit', end)
    },
  }
}

/** Returns the milliseconds of processor time that a process has used. */
export function readCpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const TICKS_PER_SECOND = 100
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}
