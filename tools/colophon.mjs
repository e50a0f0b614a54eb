#!/usr/bin/env node
// The `colophon` command of a project that has Colophon as a dependency.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { fail, loadEnvFile, requireNode } from './explain-error.mjs'

const COMMANDS = {
  dev: 'serves the site with hot reload',
  build: 'builds the site',
  start: 'serves a site that is built',
  sync: 'copies the pages from Notion, once or repeatedly',
  check: 'lists what an editor should fix, or explains who can read a page',
  export: 'writes the public site as files for a static host',
  migrate: 'tries the addresses of a former site',
  'site-new': 'writes a site folder with an example of each file',
  setup: 'creates in Notion what a feature needs',
  doctor: 'checks what the site needs: settings, Notion, disk, port',
  preview: 'serves an exported folder as its host would',
}
/** Where a project keeps its copy of the code, with everything that is compiled and built from it. */
const CODE_DIR = '.colophon'

requireNode()
const [command = ''] = process.argv.slice(2)
if (command === '--help' || command === '-h') printHelp()
if (!Object.hasOwn(COMMANDS, command)) {
  const problem = command === '' ? 'The name of a command is missing' : `There is no command "${command}"`
  fail(`${problem}: npx colophon --help lists them`)
}
try {
  const project = process.cwd()
  const source = realpathSync(fileURLToPath(new URL('..', import.meta.url)))
  // pnpm installs the dependencies of a package beside it, and links it into the project.
  const packages = path.dirname(source)
  if (!existsSync('package.json')) fail(`${project} has no package.json: run the command in the folder of your site`)
  if (!existsSync(path.join(packages, 'next'))) {
    fail(
      `The packages of Colophon are not beside ${source}: run npm install colophon, or npm run in a clone of Colophon`,
    )
  }
  loadEnvFile()
  const code = path.join(project, CODE_DIR)
  copyCode(source, packages, code)
  process.env.COLOPHON_PROJECT = project
  process.chdir(code)
  if (command === 'start' && existsSync('.next/build-key')) {
    // As in `npm start` of the repository.
    setFlagsFromString('--max-semi-space-size=2')
    await importFile(path.join(code, 'dist/site.mjs'))
  } else await importFile(path.join(code, 'tools/run.mjs'))
} catch (error) {
  fail(error)
}

/** Prints the commands, and ends with 0. */
function printHelp() {
  const lines = Object.entries(COMMANDS).map(([name, about]) => `  ${name.padEnd(8)}  ${about}`)
  console.log(['npx colophon COMMAND', '', ...lines, '', 'npx colophon COMMAND --help lists what it takes.'].join('\n'))
  process.exit(0)
}

/** On Windows, a path is no address of a module. */
function importFile(/** @type {string} */ file) {
  return import(pathToFileURL(file).href)
}

/**
 * Copies the package into the project, unless the copy is of the installed version. Next.js compiles no TypeScript in `node_modules`, and
 * installing packages would remove what is built there.
 */
function copyCode(/** @type {string} */ source, /** @type {string} */ packages, /** @type {string} */ target) {
  const installed = readInstalled(source, packages)
  const stamp = path.join(target, 'package-lock.json')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === installed) return
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  cpSync(source, target, { recursive: true, filter: (file) => file !== path.join(source, 'node_modules') })
  symlinkSync(path.relative(target, packages), path.join(target, 'node_modules'), 'junction')
  // The last file, so that a copy that was stopped does not count.
  writeFileSync(stamp, installed)
}

/** Returns what is installed: the list of npm with all packages; with another package manager, the version of this one. */
function readInstalled(/** @type {string} */ source, /** @type {string} */ packages) {
  const list = path.join(packages, '.package-lock.json')
  return readFileSync(existsSync(list) ? list : path.join(source, 'package.json'), 'utf8')
}
