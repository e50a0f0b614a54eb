// Runs a command of `cli/` on a clone that has only Node and npm: installs the packages of the lockfile and compiles first, if needed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) fail(`Colophon needs Node 20.19 or newer; this is ${process.version}.`)

const command = process.argv[2] ?? ''
if (!/^[a-z]+(?:-[a-z]+)*$/.test(command) || !existsSync(`cli/${command}.ts`)) fail(`There is no command "${command}".`)

/** A site that is built runs without the packages for development, as it does in a container. */
const isDeveloping = !existsSync('.next/build-key') || ['build', 'dev', 'test', 'bench'].includes(command)

if (!isInstalled()) {
  console.log('Installing what package-lock.json names…')
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
  // Errors with a name of their own say what to do; any other is a fault of the code and shows where.
  fail(error instanceof Error && !(error.name in globalThis) ? error.message : error)
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

/** @returns {never} */
function fail(/** @type {unknown} */ reason) {
  console.error(reason)
  process.exit(1)
}
