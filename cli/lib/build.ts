import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { addBasePath } from '../../lib/base-path'
import { getBuildBasePath, isInlinedByBuild } from '../../lib/settings/env'
import { ProgressLine } from '../../server/progress-line'

/** The files and folders that a build depends on. */
const INPUTS = [
  'app',
  'blocks',
  'components',
  'islands',
  'lib',
  'messages',
  'public',
  'styles',
  'instrumentation.ts',
  'middleware.ts',
  'next.config.mjs',
  'package-lock.json',
  'cli/lib/build.ts',
  'tools/browser-scripts.mjs',
  'tsconfig.json',
]
/** The digest of the inputs in hexadecimal digits, and the base path. */
const KEY_FILE = '.next/build-key'
const KEY_LENGTH = 64

/** Builds the site if its code or its base path changed since the last build. Throws {@link BuildError}. */
export async function buildIfNeeded(stopped: AbortSignal): Promise<void> {
  await buildCode(stopped)
  copyIslandScripts('.next')
}

async function buildCode(stopped: AbortSignal): Promise<void> {
  const key = createBuildKey()
  if (key === readLastKey()) return
  console.log('Building the site (about a minute)…')
  // Without its key, a build that was stopped does not count as complete.
  rmSync(KEY_FILE, { force: true })
  while ((await build(stopped)) === 'another is running') {
    await setTimeout(500)
    if (key === readLastKey()) return
  }
  writeFileSync(KEY_FILE, key)
}

/** Throws a {@link BuildError} if there is a build for another base path: a site that only starts does not build again for that. */
export function refuseOtherBasePath(): void {
  const built = readLastKey()?.slice(KEY_LENGTH)
  const wanted = getBuildBasePath()
  if (built === undefined || built === wanted) return
  throw new BuildError(
    `SITE_URL has the path ${wanted || '/'}, but the site was built for ${built || '/'}: build it again (npm run build, or docker build --build-arg SITE_URL=…).`,
  )
}

/** Returns the address of the reading font in this build; undefined if the build has none. */
export function getReadingFontUrl(): string | undefined {
  const name = readdirSync('.next/static/media').find((file) => /^reading-400-normal\.[^.]+\.woff2$/.test(file))
  return name && addBasePath(`/_next/static/media/${name}`)
}

async function build(stopped: AbortSignal): Promise<'done' | 'another is running'> {
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The same build serves any workspace, with or without sign-in, so it must not depend on either.
    env: {
      ...clearInlined(process.env),
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      BUILD_BASE_PATH: getBuildBasePath(),
      WORKSPACE_DIR: '.next/none',
      STATE_DIR: '.next/none-state',
    },
  })
  const stop = () => child.kill()
  stopped.addEventListener('abort', stop)
  let output = ''
  const line = new ProgressLine()
  const began = performance.now()
  const drawing = setInterval(() => line.draw(formatBuildProgress(performance.now() - began, output)), 1000)
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const [code] = await once(child, 'close')
  clearInterval(drawing)
  line.clear()
  stopped.removeEventListener('abort', stop)
  if (stopped.aborted) throw new BuildError('Stopped while building')
  if (code === 0) {
    copyScripts('.next')
    return 'done'
  }
  if (/Another \S*next build\S* process/.test(output)) return 'another is running'
  const refusal = /\b(?:ENOSPC|EDQUOT|EACCES|EROFS)\b/.exec(output)
  if (refusal !== null) {
    throw new BuildError(
      `The site could not be built, because .next cannot be written to (${refusal[0]}): make room on the disk, or give this user access to the project`,
    )
  }
  process.stderr.write(output)
  throw new BuildError('The site could not be built: see above')
}

/**
 * Returns how long a build runs, and the last line of its output.
 *
 * @example formatBuildProgress(31_400, 'Compiled\n  Collecting page data ...\n') === '31 s: Collecting page data ...'
 */
export function formatBuildProgress(milliseconds: number, output: string): string {
  const step = output.split('\n').findLast((line) => line.trim() !== '')
  return [`${Math.round(milliseconds / 1000)} s`, ...(step === undefined ? [] : [step.trim()])].join(': ')
}

/** Copies the scripts of pages to where Next.js serves files, with lasting addresses. */
export function copyScripts(build: string): void {
  cpSync('dist/scripts', `${build}/static/scripts`, { recursive: true })
}

/** Copies the scripts of the islands of site folders there, and removes their former ones. Their names contain hashes. */
export function copyIslandScripts(build: string): void {
  const target = path.join(build, 'static/scripts')
  const scripts = listFiles('dist/components').filter((file) => path.basename(path.dirname(file)) === 'scripts')
  const names = new Set(scripts.map((file) => path.basename(file)))
  const folders = new Set([...names].map((name) => name.slice(0, name.indexOf('-'))))
  for (const name of existsSync(target) ? readdirSync(target) : []) {
    const isFormer = folders.has(name.slice(0, name.indexOf('-'))) && !names.has(name)
    if (isFormer) rmSync(path.join(target, name), { force: true })
  }
  for (const file of scripts) {
    const copy = path.join(target, path.basename(file))
    // A container may not write there, and its image has them.
    if (!existsSync(copy)) cpSync(file, copy)
  }
}

/** Clears the variables that Next.js would write into scripts. Without a value, it would read them from `.env`. */
function clearInlined(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...env,
    ...Object.fromEntries(
      Object.keys(env)
        .filter(isInlinedByBuild)
        .map((name) => [name, '']),
    ),
  }
}

function readLastKey(): string | undefined {
  try {
    return readFileSync(KEY_FILE, 'utf8')
  } catch {
    return undefined
  }
}

function createBuildKey(): string {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap(listFiles)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex') + getBuildBasePath()
}

/** Returns the files of a folder in a fixed order; the path itself if it is a file, and none if it does not exist. */
function listFiles(file: string): string[] {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return []
  if (!found.isDirectory()) return [file]
  return readdirSync(file)
    .sort()
    .flatMap((name) => listFiles(path.join(file, name)))
}

/** Thrown if a build fails. The message describes what to do, unless the output of the build does. */
class BuildError extends Error {
  override name = 'BuildError'
}
