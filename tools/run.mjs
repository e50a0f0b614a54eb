// Runs a command of `cli/` on a clone that has only Node and npm: installs the packages of the lockfile and compiles first, if needed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fail, loadEnvFile, requireNode, requireWriteAccess } from './explain-error.mjs'

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

/** Commands that serve a site, whose components must be compiled. `check` compiles them itself, and lists what is wrong. */
const DRAWING = ['build', 'dev', 'export', 'test']

/** Commands for work on the project itself need twice as many packages. They stay once they are there. */
const isDeveloping =
  ['test', 'bench', 'docs', 'sign-in-service', 'workspace-server'].includes(command) ||
  existsSync('node_modules/vitest')

// A project that has Colophon as a dependency installs the packages itself.
if (process.env.COLOPHON_PROJECT === undefined && !isInstalled()) {
  console.log('Installing the packages of package-lock.json…')
  // npm would print a stack trace.
  requireWriteAccess(root)
  refuseMissingRegistry()
  // Not `npm ci`, which fails if the lockfile lacks optional packages of this platform.
  const packages = isDeveloping ? '--include=dev' : '--omit=dev'
  const options = ['--no-save', packages, '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawnSync('npm', ['install', ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0)
    fail('npm install failed: see its errors above. Correct what they name, and run the command again.')
}

loadEnvFile()
// Commands expect the arguments of `node dist/<command>.mjs`.
process.argv.splice(1, 2, `${root}dist/${command}.mjs`)
try {
  const { compileIfNeeded } = await import('./compile.mjs')
  await compileIfNeeded()
  if (DRAWING.includes(command)) {
    const { compileComponents } = await import('./site-components.mjs')
    await compileComponents()
  }
  await import(`../dist/${command}.mjs`)
} catch (error) {
  fail(error)
}

/** Whether node_modules contains the packages of the lockfile, according to the list that npm writes there. */
function isInstalled() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const { '': _, ...wanted } = readPackages('package-lock.json')
  const found = readPackages('node_modules/.package-lock.json')
  return Object.entries(wanted).every(([name, entry]) => {
    const version = found[name]?.version
    const mayBeMissing = entry.optional === true || (entry.dev === true && !isDeveloping)
    return version === entry.version || (version === undefined && mayBeMissing)
  })
}

/** @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean }>} */
function readPackages(/** @type {string} */ lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages
}

/** Ends the command if the registry cannot be reached, because npm would retry each package for many minutes. */
function refuseMissingRegistry() {
  const options = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--loglevel=error']
  const { stderr } = spawnSync('npm', ['ping', ...options], { encoding: 'utf8', shell: process.platform === 'win32' })
  const [, code] =
    /^npm error code (E(?:AI_AGAIN|NOTFOUND|CONN|TIMEDOUT|NETUNREACH|HOSTUNREACH)\w*)/m.exec(stderr ?? '') ?? []
  if (code === undefined) return
  fail(`The npm registry cannot be reached (${code}): check the network and npm's settings, and run the command again.`)
}
