import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { SiteIndex } from '@/lib/site/site-index'
import { parseObject } from '@/lib/workspace/values'
import { killAll } from './processes'

export interface RunningSite {
  /** Origin, without a trailing slash. */
  url: string
  /** The process that was started; it starts the others. */
  pid: number
  stateDir: string
  /** Everything that its processes wrote so far. */
  output(): string
  /** The index that it serves. */
  index(): SiteIndex
  /** Shuts it down. Throws if it exits with an error or wrote an unexpected line. */
  stop(): Promise<void>
  /** Kills it with all its processes, for tests of something else than the shutdown. Throws if it wrote an unexpected line. */
  kill(): Promise<void>
}

export const portOf = ({ url }: Pick<RunningSite, 'url'>): number => Number(new URL(url).port)

export interface SiteOptions {
  workspaceDir: string
  /** Kept afterwards when given; else a folder of its own, removed with the site. */
  stateDir?: string
  /** A free one when none is given. */
  port?: number
  /** The folder of the project that serves it, when it is another one. */
  project?: string
  env?: Record<string, string>
  /** Lines that this site may write beyond the usual ones. */
  expectedOutput?: RegExp[]
}

const USUAL_OUTPUT = [
  /^$/,
  /^Building the site/,
  /^✓ Running next\.config\.mjs took/,
  /^\d+ public pages of \d+, snapshot /,
  /^Colophon is at http/,
  /^Page \S+(?: \(.+\))? is shown without all of it: /,
  /^\d+ pages are at the top level of the workspace/,
]
const STARTS_WITHIN_MS = 180_000

/** Starts the production site as `npm run site` does. It ends with this process, whatever becomes of that. */
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const port = options.port ?? (await freePort())
  const stateDir = options.stateDir ?? newFolder('state')
  const child = spawn(process.execPath, ['tools/run.mjs', 'site'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    cwd: options.project,
    env: {
      ...clean(),
      SITE_URL: `http://localhost:${port}`,
      ...options.env,
      PORT: String(port),
      WORKSPACE_DIR: options.workspaceDir,
      STATE_DIR: stateDir,
    },
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  let output = ''
  let isUp = false
  await new Promise<void>((resolve, reject) => {
    const failed = (why: string) => reject(new Error(`The site ${why}:\n${output}`))
    const timer = setTimeout(() => failed('did not start in time'), STARTS_WITHIN_MS)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        // Searching a log of all requests again takes longer than responding to them.
        if (isUp || !output.includes('Colophon is at')) return
        isUp = true
        clearTimeout(timer)
        resolve()
      })
    }
    child.once('exit', () => failed('ended'))
  })
  const cleanUp = () => {
    if (options.stateDir === undefined) rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 })
    const expected = [...USUAL_OUTPUT, ...(options.expectedOutput ?? [])]
    const strange = messagesIn(output).filter((line) => !expected.some((pattern) => pattern.test(line)))
    if (strange.length > 0) throw new Error(`The site wrote what was not expected:\n${strange.join('\n')}`)
  }
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    stateDir,
    output: () => output,
    index: () => readIndex(stateDir),
    async stop() {
      const wasRunning = child.exitCode === null && child.signalCode === null
      child.kill()
      const [code] = await ended
      if (wasRunning && code !== 0) throw new Error(`The site ended with ${code}:\n${output}`)
      cleanUp()
    },
    async kill() {
      killAll(child.pid ?? 0)
      await ended
      cleanUp()
    },
  }
}

/** Returns the lines of a log; their messages if they are JSON, as those of several instances. */
export function messagesIn(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    const { message } = parseObject(line)
    return typeof message === 'string' ? message.split('\n') : line
  })
}

export interface CommandResult {
  code: number
  stdout: string
  stderr: string
}

export interface StartedCommand {
  pid: number
  /** Everything that it wrote so far. */
  output(): string
  ended: Promise<CommandResult>
}

/** Runs one of the project's commands to its end. */
export function runCommand(command: string, env: Record<string, string>, ...more: string[]): Promise<CommandResult> {
  return startCommand(command, env, ...more).ended
}

/** Starts one of the project's commands; it ends with this process, whatever becomes of that. */
export function startCommand(command: string, env: Record<string, string>, ...more: string[]): StartedCommand {
  return startCommandOf('.', command, env, ...more)
}

/** The same, as another folder of the project has it. */
export function startCommandOf(
  project: string,
  command: string,
  env: Record<string, string>,
  ...more: string[]
): StartedCommand {
  const child = spawn(process.execPath, ['tools/run.mjs', command, ...more], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    cwd: project,
    env: { ...clean(), ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, stdout, stderr }))
  return { pid: child.pid ?? 0, output: () => stdout + stderr, ended }
}

/** Nothing of the tester's own settings reaches a site under test. */
function clean(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, TMPDIR, NODE_ENV: 'production' }
}

/** A new empty folder. */
export function newFolder(name: string): string {
  return mkdtempSync(path.join(tmpdir(), `colophon-${name}-`))
}

/** The index that a site with this state folder serves. */
export function readIndex(stateDir: string): SiteIndex {
  const workspaces = path.join(stateDir, 'workspaces')
  const [only, ...others] = readdirSync(workspaces)
  if (only === undefined || others.length > 0) throw new Error(`Expected one working copy in ${workspaces}`)
  return JSON.parse(gunzipSync(readFileSync(path.join(workspaces, only, 'index.json.gz'))).toString()) as SiteIndex
}

/** Below the range from which the system takes the ports of outgoing connections, which could take one before it is used. */
const PORTS = { from: 10_000, count: 20_000 }

/** A loopback port without a listener. */
export async function freePort(): Promise<number> {
  const port = PORTS.from + Math.floor(Math.random() * PORTS.count)
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
