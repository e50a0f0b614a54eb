// Runs a command of `cli/` on a clone that has only Node and npm: installs the packages of the lockfile and compiles first, if needed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fail, requireNode } from './explain-error.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

requireNode()

const command = process.argv[2] ?? ''
// `npm start` runs this only if there is no build, because another process would delay the start.
if (command === 'start') {
  fail('The site is not built: run npm run build first, or npm run site, which builds and serves it.')
}
if (!/^[a-z]+(?:-[a-z]+)*$/.test(command) || !existsSync(`cli/${command}.ts`)) {
  fail(`There is no command "${command}".`)
}

/** A site that is built runs without the packages for development, as it does in a container. */
const isDeveloping = !existsSync('.next/build-key') || ['build', 'dev', 'test', 'bench'].includes(command)

if (!isInstalled()) {
  console.log('Installing what package-lock.json names…')
  refuseMissingRegistry()
  // Not `npm ci`, which refuses a lockfile that was written where packages for other systems could not be seen.
  const options = ['--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawnSync('npm', ['install', ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) fail('Installing failed: see npm above. With the registry in reach, run the command again.')
}

if (existsSync('.env')) process.loadEnvFile('.env')
// The command reads its own arguments where it would find them if Node had been started with it.
process.argv.splice(1, 2, `${root}dist/${command}.mjs`)
try {
  const { compileIfNeeded } = await import('./compile.mjs')
  await compileIfNeeded()
  await import(`../dist/${command}.mjs`)
} catch (error) {
  fail(error)
}

/** Whether node_modules holds what the lockfile names, by npm's own record of what it put there. */
function isInstalled() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const { '': _, ...wanted } = packagesIn('package-lock.json')
  const found = packagesIn('node_modules/.package-lock.json')
  return Object.entries(wanted).every(([name, entry]) => {
    const version = found[name]?.version
    const mayBeMissing = entry.optional === true || (entry.dev === true && !isDeveloping)
    return version === entry.version || (version === undefined && mayBeMissing)
  })
}

/** @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean }>} */
function packagesIn(/** @type {string} */ lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages
}

/** npm would try each package again and again for many minutes. */
function refuseMissingRegistry() {
  const options = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--loglevel=error']
  const { stderr } = spawnSync('npm', ['ping', ...options], { encoding: 'utf8', shell: process.platform === 'win32' })
  const [, code] =
    /^npm error code (E(?:AI_AGAIN|NOTFOUND|CONN|TIMEDOUT|NETUNREACH|HOSTUNREACH)\w*)/m.exec(stderr ?? '') ?? []
  if (code === undefined) return
  fail(`The npm registry cannot be reached (${code}): check the network and npm's settings, and run the command again.`)
}
