import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'Google Chrome']

/** Programs that tests and measurements start: the names of their files, and their packages in Debian and Homebrew. */
const PROGRAMS = {
  caddy: { files: ['caddy'], debian: 'caddy', homebrew: 'caddy' },
  chromium: { files: CHROMIUM, debian: 'chromium', homebrew: 'google-chrome' },
  // Chromium for tests without a window. It needs less than half of the processor time.
  'chromium-headless-shell': {
    files: ['chromium-headless-shell', ...CHROMIUM],
    debian: 'chromium-headless-shell',
    homebrew: 'google-chrome',
  },
  git: { files: ['git'], debian: 'git', homebrew: 'git' },
  nginx: { files: ['nginx'], debian: 'nginx', homebrew: 'nginx' },
  openssl: { files: ['openssl'], debian: 'openssl', homebrew: 'openssl' },
  ps: { files: ['ps'], debian: 'procps', homebrew: 'procps' },
  'redis-server': { files: ['redis-server'], debian: 'redis-server', homebrew: 'redis' },
}
export type Program = keyof typeof PROGRAMS

/** Searched besides the `PATH`: `/usr/sbin`, which contains servers, is not in the `PATH` of all users. */
const FOLDERS = ['/usr/sbin', '/opt/homebrew/bin', '/Applications/Google Chrome.app/Contents/MacOS']

/** Thrown if a program is missing. The message has the command that installs it. */
class MissingProgramError extends Error {
  override name = 'MissingProgramError'
}

/** Returns the path of a program of this machine. Throws if it is missing. */
export function findProgram(program: Program): string {
  const file = findFile(program)
  if (file === undefined) throw new MissingProgramError(explainInstallation([program]))
  return file
}

/**
 * Installs the Debian packages of those programs that are missing. Throws if they cannot be installed, because this is not Debian or not the
 * superuser.
 */
export function installMissingPrograms(programs: readonly Program[]): void {
  const missing = programs.filter((program) => findFile(program) === undefined)
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || findOnPath('apt-get') === undefined) {
    throw new MissingProgramError(explainInstallation(missing))
  }
  for (const program of missing) console.log(`Installing the package ${PROGRAMS[program].debian} for ${program}`)
  runAptGet('update')
  runAptGet('install', '--yes', '--no-install-recommends', ...missing.map((program) => PROGRAMS[program].debian))
  const failed = missing.filter((program) => findFile(program) === undefined)
  if (failed.length > 0) throw new MissingProgramError(`apt-get failed. ${explainInstallation(failed)}`)
}

function findFile(program: Program): string | undefined {
  if (!program.startsWith('chromium')) return findOnPath(program)
  const given = process.env.CHROMIUM
  if (given === undefined || given === '') {
    return PROGRAMS[program].files.map(findOnPath).find((file) => file !== undefined) ?? findBrowserOfPlaywright()
  }
  if (existsSync(given)) return given
  throw new MissingProgramError(`CHROMIUM is ${JSON.stringify(given)}, where there is no file: correct or remove it`)
}

function findOnPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...FOLDERS]
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** Returns the browser that `playwright install` downloads. Playwright is loaded only if it is needed, because that takes long. */
function findBrowserOfPlaywright(): string | undefined {
  const { chromium } = createRequire(import.meta.url)('@playwright/test') as {
    chromium: { executablePath(): string }
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/** Returns one sentence with the missing programs and the command that installs them on this machine. */
function explainInstallation(programs: readonly Program[]): string {
  const debian = programs.map((program) => PROGRAMS[program].debian).join(' ')
  const homebrew = programs.map((program) => PROGRAMS[program].homebrew).join(' ')
  const install = findOnPath('apt-get')
    ? `run sudo apt-get update && sudo apt-get install --no-install-recommends ${debian}`
    : findOnPath('brew')
      ? `run brew install ${homebrew}`
      : "install them with this system's package manager"
  const browser = programs.some((program) => program.startsWith('chromium'))
    ? ' (if there is no package of Chromium: npx playwright install --with-deps chromium)'
    : ''
  return `Tests need ${programs.join(', ')}, not found on this machine: ${install}${browser}`
}

function runAptGet(...args: readonly string[]): void {
  // A failure is noticed afterwards: the program is still missing.
  spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
