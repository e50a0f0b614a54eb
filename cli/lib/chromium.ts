import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { installPackage, isDebianRoot, run } from './debian'

/** The name of Debian's package and of its program. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'Google Chrome']

/** Thrown when there is no Chromium and none could be installed. */
class ChromiumError extends Error {
  override name = 'ChromiumError'
}

/** Returns the path of Chromium: from CHROMIUM, from this machine, or newly installed. Throws if there is none. */
export function findChromium(): string {
  const found = readVariable() ?? findOnPath(INSTALLED) ?? findInPlaywrightCache()
  if (found !== undefined) return found
  console.log('Chromium was not found. Trying to install it…')
  if (isDebianRoot()) installPackage('chromium')
  const installed = findOnPath(INSTALLED)
  if (installed !== undefined) return installed
  run(process.execPath, [
    'node_modules/@playwright/test/cli.js',
    'install',
    ...(isDebianRoot() ? ['--with-deps'] : []),
    'chromium',
  ])
  const downloaded = findInPlaywrightCache()
  if (downloaded !== undefined) return downloaded
  throw new ChromiumError('Chromium was not found and could not be installed: set CHROMIUM to its path')
}

/**
 * Returns the path of a browser for tests without a window: Chromium's headless shell, which needs less than half of the processor time, or
 * else the result of {@link findChromium}.
 */
export function findHeadlessChromium(): string {
  const found = readVariable() ?? findOnPath([HEADLESS_SHELL])
  if (found !== undefined) return found
  if (isDebianRoot()) installPackage(HEADLESS_SHELL)
  return findOnPath([HEADLESS_SHELL]) ?? findChromium()
}

function readVariable(): string | undefined {
  const given = process.env.CHROMIUM
  if (given === undefined || given === '') return undefined
  if (!existsSync(given)) throw new ChromiumError(`CHROMIUM is ${JSON.stringify(given)}, where there is no file`)
  return given
}

function findOnPath(names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/Applications/Google Chrome.app/Contents/MacOS']
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => existsSync(file))
}

/** Returns the newest browser in the folder of `playwright install`, on Linux or macOS. */
function findInPlaywrightCache(): string | undefined {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    path.join(homedir(), '.cache/ms-playwright'),
    path.join(homedir(), 'Library/Caches/ms-playwright'),
  ]
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  ]
  return caches
    .filter((cache) => cache !== undefined && existsSync(cache))
    .flatMap((cache) =>
      readdirSync(cache ?? '')
        .filter((name) => /^chromium-\d+$/.test(name))
        .map((name) => path.join(cache ?? '', name)),
    )
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .flatMap((folder) => inside.map((file) => path.join(folder, file)))
    .find((file) => existsSync(file))
}
