#!/usr/bin/env node
// Creates a project: `npm create colophon@latest NAME`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { createFiles, findProblem, HOSTS, isServer } from './project.mjs'

const USAGE = `npm create colophon@latest NAME -- [--page ADDRESS] [--host NAME] [--url ADDRESS] [--yes] [--no-install]

Creates the project of a site in the folder NAME, and asks for what is not given.

  --page ADDRESS  the page of Notion, or its id; the sample by default
  --host NAME     where it will run: ${HOSTS.join(', ')}
  --url ADDRESS   the public address of the site, which static hosts need
  --yes           asks nothing
  --no-install    only writes the files`
const HELP = 'npm create colophon@latest -- --help lists the options'
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
const found = statSync(folder, { throwIfNoEntry: false })
if (found?.isDirectory() === false) fail(`${folder} is a file: choose another name`)
if (found !== undefined && readdirSync(folder).length > 0) fail(`${folder} is not empty: choose another name`)
const { version, repository } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const [, source] = /github\.com\/([\w.-]+\/[\w-]+)/.exec(repository?.url ?? '') ?? []
for (const [name, text] of Object.entries(createFiles(answers, version, source))) {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  // The settings contain a token.
  writeFileSync(file, text, { mode: name === '.env' ? 0o600 : 0o644 })
}
const isReadable = !installs || install()
const state = isReadable ? 'is ready' : 'is written. Correct what is marked with ✗ above, and check it again'
const commands = installs ? (isReadable ? [] : ['npm run doctor']) : ['npm install', 'npx colophon site-new']
console.log(
  `\n${answers.name} ${state}:\n\n${[`cd ${answers.name}`, ...commands].map((line) => `  ${line}`).join('\n')}`,
)
console.log(isServer(answers.host) ? '  npm run site' : `  npm run export -- out --host ${answers.host}`)

/** Installs Colophon, lets it write the site folder, and returns whether its check of the page succeeded. */
function install() {
  console.log('Installing Colophon…')
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], 'npm install failed: see its errors above')
  run('npx', ['colophon', 'site-new'], 'The site folder could not be written: see above')
  // The public address leads nowhere yet.
  return runIn('npx', ['colophon', 'doctor'], { SITE_URL: '' }).status === 0
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
      options: { page: text, host: text, url: text, yes: flag, 'no-install': flag, help: { ...flag, short: 'h' } },
    })
    if (values.help) {
      console.log(USAGE)
      process.exit(0)
    }
    const [name, ...more] = positionals
    if (more.length > 0) return fail(`“${more[0]}” is one argument too many: ${HELP}`)
    const { page, host, url } = values
    const given = { name, page, token: process.env.NOTION_INTEGRATION_TOKEN?.trim() || undefined, host, url }
    return { given, isAsking: !values.yes && process.stdin.isTTY === true, installs: !values['no-install'] }
  } catch (error) {
    // The message names the option, and then explains how to give a file such a name.
    return fail(`${/** @type {Error} */ (error).message.split(/[.\n]/, 1)[0]}: ${HELP}`)
  }
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
