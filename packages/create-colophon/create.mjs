#!/usr/bin/env node
// Creates a project: `npm create colophon@latest NAME`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { createFiles, findProblem, HOSTS, isServer } from './project.mjs'

const USAGE = `npm create colophon@latest NAME [-- --page ADDRESS] [--host ${HOSTS.join('|')}] [--url ADDRESS] [--yes] [--no-install]`
const QUESTIONS = {
  name: 'Folder of the site',
  page: 'Address of the Notion page (••• → Copy link), or nothing for the sample',
  token: 'Token of a Notion connection, or nothing if the page is published to the web',
  host: `Where it will run (${HOSTS.join(', ')})`,
  url: 'Public address of the site, such as https://example.com; nothing if you do not know it yet',
}

const { given, isAsking, installs } = readArguments()
const answers = await ask()
const folder = path.resolve(answers.name)
if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty: choose another name`)
const { version, repository } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const [, source] = /github\.com\/([\w.-]+\/[\w-]+)/.exec(repository?.url ?? '') ?? []
for (const [name, text] of Object.entries(createFiles(answers, version, source))) {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  // The settings contain a token.
  writeFileSync(file, text, { mode: name === '.env' ? 0o600 : 0o644 })
}
if (installs) install()
console.log(
  `\n${answers.name} is ready:\n\n  cd ${answers.name}${installs ? '' : '\n  npm install\n  npx colophon site-new'}`,
)
console.log(isServer(answers.host) ? '  npm run site' : `  npm run export -- out --host ${answers.host}`)

/** Installs Colophon, lets it write the site folder, and checks that the page can be read. */
function install() {
  console.log('Installing Colophon…')
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], 'npm install failed: see its errors above')
  run('npx', ['colophon', 'site-new'], 'The site folder could not be written: see above')
  // The public address leads nowhere yet.
  const isReadable = runIn('npx', ['colophon', 'doctor'], { SITE_URL: '' }).status === 0
  if (!isReadable) console.log(`Correct what is marked with ✗ in ${answers.name}/.env, then run npm run doctor there.`)
}

function run(/** @type {string} */ command, /** @type {string[]} */ args, /** @type {string} */ problem) {
  if (runIn(command, args).status !== 0) fail(`${problem}. The files are in ${folder}`)
}

function runIn(/** @type {string} */ command, /** @type {string[]} */ args, env = {}) {
  const isWindows = process.platform === 'win32'
  return spawnSync(command, args, { cwd: folder, stdio: 'inherit', shell: isWindows, env: { ...process.env, ...env } })
}

function readArguments() {
  try {
    const text = /** @type {const} */ ({ type: 'string' })
    const flag = /** @type {const} */ ({ type: 'boolean', default: false })
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { page: text, host: text, url: text, yes: flag, 'no-install': flag },
    })
    const [name, ...more] = positionals
    const { page, host, url } = values
    if (more.length === 0) {
      const given = { name, page, token: process.env.NOTION_INTEGRATION_TOKEN?.trim() || undefined, host, url }
      return { given, isAsking: !values.yes && process.stdin.isTTY === true, installs: !values['no-install'] }
    }
  } catch {
    // An unknown option.
  }
  return fail(USAGE)
}

/** Returns the answers: those that were given, those that are asked for, or the defaults. */
async function ask() {
  /** @type {import('./project.mjs').Answers} */
  const answers = { name: 'my-site', page: '', token: '', host: 'server', url: '' }
  const terminal = isAsking ? createInterface({ input: process.stdin, output: process.stdout }) : undefined
  for (const name of /** @type {(keyof typeof QUESTIONS)[]} */ (Object.keys(QUESTIONS))) {
    const isNeeded = name !== 'token' || answers.page !== ''
    let value = given[name]
    while (value === undefined && terminal !== undefined && isNeeded) {
      const shown = answers[name] === '' ? '' : ` [${answers[name]}]`
      const typed = (await terminal.question(`${QUESTIONS[name]}${shown}: `)).trim() || answers[name]
      const problem = findProblem(name, typed, answers)
      if (problem === undefined) value = typed
      else console.log(problem)
    }
    value ??= answers[name]
    const problem = findProblem(name, value, answers)
    if (problem !== undefined) fail(problem)
    answers[name] = value
  }
  terminal?.close()
  return answers
}

/** @returns {never} */
function fail(/** @type {string} */ problem) {
  console.error(problem)
  process.exit(1)
}
