import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { SiteIndex } from '@/lib/site/site-index'
import { parseObject } from '@/lib/workspace/values'
import { killAll } from './processes'

export interface RunningSite {
  /** Origin, without a trailing slash. */
  url: string
  /** The main process, which starts the others. */
  pid: number
  stateDir: string
  /** Returns the output of all its processes so far. */
  output(): string
  /** Reads the index of the content that the site serves. */
  index(): SiteIndex
  /** Shuts it down. Throws if it exits with an error or wrote an unexpected line. */
  stop(): Promise<void>
  /** Kills all its processes without a shutdown, which is faster. Throws if it wrote an unexpected line. */
  kill(): Promise<void>
}

/** Returns the option with which Node.js loads a module of this folder before any other. */
export const importFirst = (name: string): string =>
  `--import=${pathToFileURL(path.resolve('tests/support', name)).href}`

/** The value of `NODE_OPTIONS` that raises the deadlines of a site. */
export const LONG_DEADLINES = importFirst('long-deadlines.mjs')

export const getPort = ({ url }: Pick<RunningSite, 'url'>): number => Number(new URL(url).port)

export interface SiteOptions {
  workspaceDir: string
  /** Kept after the site stops. Defaults to a temporary folder, which is removed with the site. */
  stateDir?: string
  /** The project folder that serves the site. Defaults to this project. */
  project?: string
  env?: Record<string, string>
  /** Additional lines that this site may write. */
  expectedOutput?: RegExp[]
}

const USUAL_OUTPUT = [
  /^$/,
  /^Building the site/,
  /^✓ Running next\.config\.mjs took/,
  /^\d+ public pages? of \d+, snapshot /,
  /^Colophon is at http/,
  /^Page \S+(?: \(.+\))? is shown without all of it: /,
  /^\d+ pages are at the top level of the workspace/,
]
const STARTS_WITHIN_MS = 180_000

/** Starts the production site as `npm run site` does once it has compiled the project. It stops when this process ends, even if this process is killed. */
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const stateDir = options.stateDir ?? createFolder('state')
  const command = options.project === undefined ? ['dist/site.mjs'] : ['tools/run.mjs', 'site']
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    cwd: options.project,
    env: {
      ...createCleanEnv(),
      PORT: '0',
      NODE_OPTIONS: LONG_DEADLINES,
      ...options.env,
      WORKSPACE_DIR: options.workspaceDir,
      STATE_DIR: stateDir,
    },
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  let output = ''
  let isUp = false
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The site ${why}:\n${output}`))
    const timer = setTimeout(() => fail('did not start in time'), STARTS_WITHIN_MS)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        // Searching the whole log again for each chunk takes longer than the requests that it lists.
        const address = isUp ? undefined : findLocalAddress(output)
        if (address === undefined) return
        isUp = true
        clearTimeout(timer)
        resolve(new URL(address).origin)
      })
    }
    child.once('exit', () => fail('ended'))
  })
  const cleanUp = () => {
    if (options.stateDir === undefined) rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 })
    const expected = [...USUAL_OUTPUT, ...(options.expectedOutput ?? [])]
    const unexpected = readLogMessages(output).filter((line) => !expected.some((pattern) => pattern.test(line)))
    if (unexpected.length > 0) throw new Error(`The site wrote unexpected lines:\n${unexpected.join('\n')}`)
  }
  return {
    url,
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

/** Returns the address at which a started site listens. */
export function findLocalAddress(output: string): string | undefined {
  const [, address, local] = /Colophon is at (\S+?)(?:, served from (\S+))? \(/.exec(output) ?? []
  return local ?? address
}

/** Returns the lines of a log, or their messages if they are JSON, as with several instances. */
export function readLogMessages(output: string): string[] {
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
  /** Returns everything that the command wrote so far. */
  output(): string
  ended: Promise<CommandResult>
}

/** Runs one of the project's commands and waits until it ends. */
export function runCommand(command: string, env: Record<string, string>, ...more: string[]): Promise<CommandResult> {
  return startCommand(command, env, ...more).ended
}

/** Starts one of the project's commands. It stops when this process ends, even if this process is killed. */
export function startCommand(command: string, env: Record<string, string>, ...more: string[]): StartedCommand {
  return startProjectCommand('.', command, env, ...more)
}

/** Starts a command of a copy of the project in another folder. */
export function startProjectCommand(
  project: string,
  command: string,
  env: Record<string, string>,
  ...more: string[]
): StartedCommand {
  const child = spawn(process.execPath, ['tools/run.mjs', command, ...more], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    cwd: project,
    env: { ...createCleanEnv(), ...env },
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

/** A site folder that changes nothing. Without it, the developer's own would be used. */
const UNCHANGED_SITE = path.resolve('cli/site-template')

/** Returns an environment without the developer's own settings, which must not affect a site under test. */
function createCleanEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, TMPDIR, NODE_ENV: 'production', SITE_DIR: UNCHANGED_SITE }
}

/** Creates an empty temporary folder. */
export function createFolder(name: string): string {
  return mkdtempSync(path.join(tmpdir(), `colophon-${name}-`))
}

/** Reads the site index from a state folder. */
export function readIndex(stateDir: string): SiteIndex {
  const workspaces = path.join(stateDir, 'workspaces')
  const [only, ...others] = readdirSync(workspaces)
  if (only === undefined || others.length > 0) throw new Error(`Expected one working copy in ${workspaces}`)
  return JSON.parse(gunzipSync(readFileSync(path.join(workspaces, only, 'index.json.gz'))).toString()) as SiteIndex
}
