import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { addBasePath } from '../../lib/base-path'
import { getBuildBasePath, isInlinedByBuild } from '../../lib/env'
import { BuildError } from './build-error'
import { hintFirstScripts } from './compile-hints'

/** Everything that a build is made from. */
const INPUTS = [
  'app',
  'components',
  'lib',
  'public',
  'styles',
  'instrumentation.ts',
  'middleware.ts',
  'next.config.mjs',
  'package-lock.json',
  'cli/lib/compile-hints.ts',
  'tsconfig.json',
]
/** The digest of the inputs in hexadecimal digits, and the base path. */
const KEY_FILE = '.next/build-key'
const KEY_LENGTH = 64

/** Builds the site when its code or its base path changed since the last build. Throws {@link BuildError}. */
export async function buildIfNeeded(stopped: AbortSignal): Promise<void> {
  const key = buildKey()
  if (key === lastKey()) return
  console.log('Building the site (about a minute)…')
  // Without its key a build that is stopped halfway is never taken for a whole one.
  rmSync(KEY_FILE, { force: true })
  while ((await build(stopped)) === 'another is at work') {
    await setTimeout(500)
    if (key === lastKey()) return
  }
  writeFileSync(KEY_FILE, key)
}

/** Throws a {@link BuildError} if there is a build for another base path: a site that only starts does not build again for that. */
export function refuseOtherBasePath(): void {
  const built = lastKey()?.slice(KEY_LENGTH)
  const wanted = getBuildBasePath()
  if (built === undefined || built === wanted) return
  throw new BuildError(
    `SITE_URL has the path ${wanted || '/'}, but the site was built for ${built || '/'}: build it again (npm run build, or docker build --build-arg SITE_URL=…).`,
  )
}

/** Address of the reading face, as the build names it. */
export function readingFace(): string | undefined {
  const name = readdirSync('.next/static/media').find((file) => /^reading-400-normal\.[^.]+\.woff2$/.test(file))
  return name && addBasePath(`/_next/static/media/${name}`)
}

async function build(stopped: AbortSignal): Promise<'done' | 'another is at work'> {
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // One build serves any workspace, with sign-in or without, so it must find neither.
    env: {
      ...withoutPublic(process.env),
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
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const [code] = await once(child, 'close')
  stopped.removeEventListener('abort', stop)
  if (stopped.aborted) throw new BuildError('Stopped while building')
  if (code === 0) {
    hintFirstScripts('.next')
    return 'done'
  }
  if (/Another \S*next build\S* process/.test(output)) return 'another is at work'
  process.stderr.write(output)
  throw new BuildError('The site could not be built: see above')
}

/** The framework would write what these hold into the scripts, and reads `.env` for those that are not there. */
function withoutPublic(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...env,
    ...Object.fromEntries(
      Object.keys(env)
        .filter(isInlinedByBuild)
        .map((name) => [name, '']),
    ),
  }
}

function lastKey(): string | undefined {
  try {
    return readFileSync(KEY_FILE, 'utf8')
  } catch {
    return undefined
  }
}

function buildKey(): string {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap(filesUnder)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex') + getBuildBasePath()
}

/** The files of a folder, in a fixed order; a file is itself, and what is not there is nothing. */
function filesUnder(file: string): string[] {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return []
  if (!found.isDirectory()) return [file]
  return readdirSync(file)
    .sort()
    .flatMap((name) => filesUnder(path.join(file, name)))
}
