import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { copyProject } from './project-copy'
import { findLocalAddress } from './site'

/** An image without a container engine: a folder in which the steps of the Dockerfile were run. */
export interface Image {
  dir: string
  command: string[]
}

export interface Container {
  url: string
  /** The process to which a platform would send its signals. */
  pid: number
  output(): string
  /** Sends SIGTERM. Returns the milliseconds until the process has ended, and its exit code. */
  stop(): Promise<{ ms: number; code: number | null }>
}

const STARTS_WITHIN_MS = 60_000
/** Id of an unprivileged user and group. */
const UNPRIVILEGED_ID = 65_534

/** Runs the steps of the Dockerfile's first stage in a copy of the project. */
export function buildImage(args: Record<string, string> = {}): Image {
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  const [build = '', run = ''] = dockerfile.split(/^FROM /m).slice(1)
  const dir = copyProject()
  // Temporary folders are readable only by their owner, and the container runs as another user.
  for (const folder of [dir, path.dirname(dir)]) chmodSync(folder, 0o755)
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...args } as unknown as NodeJS.ProcessEnv
  for (const [, step = ''] of build.matchAll(/^RUN (.+)$/gm)) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', step], { cwd: dir, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`The step ${step} failed:\n${stdout}${stderr}`)
  }
  return { dir, command: JSON.parse(/^CMD (\[.+\])$/m.exec(run)?.[1] ?? '[]') as string[] }
}

/**
 * Starts the command of an image as an unprivileged user, with a read-only root and one writable folder of the image.
 * Needs Linux and root.
 */
export async function startContainer(image: Image, volume: string, env: Record<string, string>): Promise<Container> {
  const folder = path.join(image.dir, volume)
  mkdirSync(folder, { recursive: true })
  spawnSync('chown', ['-R', String(UNPRIVILEGED_ID), folder])
  const [program = '', ...args] = image.command
  const mounts = `mount --make-rprivate / && mount --bind "${folder}" "${folder}" && mount -o remount,bind,ro /`
  const user = `setpriv --reuid=${UNPRIVILEGED_ID} --regid=${UNPRIVILEGED_ID} --clear-groups --no-new-privs`
  const child: ChildProcess = spawn(
    'unshare',
    ['-m', 'sh', '-c', `${mounts} && exec ${user} "$@"`, 'sh', program, ...args],
    {
      cwd: image.dir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: '0',
        ...env,
      } as unknown as NodeJS.ProcessEnv,
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'close') as Promise<[number | null]>
  const pid = child.pid ?? 0
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let url = ''
  for (const until = Date.now() + STARTS_WITHIN_MS; ; await pause(50)) {
    const address = findLocalAddress(output)
    const response = address === undefined ? undefined : await fetch(`${address}/api/health`)
    url = address ?? ''
    if (response?.status === 200) break
    if (child.exitCode !== null || Date.now() > until) throw new Error(`The container did not start:\n${output}`)
  }
  return {
    url,
    pid,
    output: () => output,
    async stop() {
      const began = performance.now()
      child.kill('SIGTERM')
      const [code] = await ended
      process.off('exit', kill)
      return { ms: performance.now() - began, code }
    },
  }
}

export const removeImage = ({ dir }: Image): void => rmSync(dir, { recursive: true, force: true })
