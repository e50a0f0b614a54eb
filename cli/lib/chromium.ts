import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { installPackage, isDebianRoot, run } from './debian'

/** Debian's package, and its program. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'Google Chrome']

/** Thrown when there is no Chromium and none could be installed. */
class ChromiumError extends Error {
  override name = 'ChromiumError'
}

/** Path of a Chromium: the one that CHROMIUM names, one of this machine, or one installed now. */
export function findChromium(): string {
  const found = named() ?? onPath(INSTALLED) ?? inPlaywrightsCache()
  if (found !== undefined) return found
  console.log('There is no Chromium here: it is installed if possible…')
  if (isDebianRoot()) installPackage('chromium')
  const installed = onPath(INSTALLED)
  if (installed !== undefined) return installed
  run(process.execPath, [
    'node_modules/@playwright/test/cli.js',
    'install',
    ...(isDebianRoot() ? ['--with-deps'] : []),
    'chromium',
  ])
  const downloaded = inPlaywrightsCache()
  if (downloaded !== undefined) return downloaded
  throw new ChromiumError('There is no Chromium here and none could be installed: set CHROMIUM to the path of one')
}

/**
 * Path of a browser for tests without a window: Chromium's headless shell, which needs less than half of the processor time of the
 * whole browser, or else what {@link findChromium} finds.
 */
export function findHeadlessChromium(): string {
  const found = named() ?? onPath([HEADLESS_SHELL])
  if (found !== undefined) return found
  if (isDebianRoot()) installPackage(HEADLESS_SHELL)
  return onPath([HEADLESS_SHELL]) ?? findChromium()
}

function named(): string | undefined {
  const given = process.env.CHROMIUM
  if (given === undefined || given === '') return undefined
  if (!existsSync(given)) throw new ChromiumError(`CHROMIUM is ${JSON.stringify(given)}, where there is no file`)
  return given
}

function onPath(names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/Applications/Google Chrome.app/Contents/MacOS']
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => existsSync(file))
}

/** Where `playwright install` puts browsers on Linux and macOS; the newest one there. */
function inPlaywrightsCache(): string | undefined {
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
