import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/** The service's two browser scripts. They are not dependencies, because that would install about a thousand packages that their builds include. */
const PACKAGES = { '@clerk/clerk-js': '6.40.0', '@clerk/ui': '1.36.0' } as const
const CACHE = path.resolve('.cache/sign-in-service')

/**
 * Returns the folder of each script's package, fetched with npm when it is missing.
 * Throws an error that names the package and its folder when npm cannot fetch it.
 */
export function fetchBrowserScripts(): Record<keyof typeof PACKAGES, string> {
  const folders = Object.entries(PACKAGES).map(([name, version]) => [name, fetchPackage(name, version)])
  return Object.fromEntries(folders)
}

function fetchPackage(name: string, version: string): string {
  const file = `${name.slice(1).replace('/', '-')}-${version}`
  const folder = path.join(CACHE, file)
  if (existsSync(folder)) return folder
  const work = `${folder}.${process.pid}`
  mkdirSync(work, { recursive: true })
  try {
    const failure =
      run('npm', ['pack', `${name}@${version}`, '--loglevel=error', '--pack-destination', work]) ??
      run('tar', ['-xzf', path.join(work, `${file}.tgz`), '-C', work])
    if (failure !== undefined) {
      throw new Error(
        `${name}@${version}, a browser script of the sign-in service, is not in ${folder} and cannot be fetched: ` +
          `make the npm registry reachable, or unpack the package there. ${failure}`,
      )
    }
    // Another process may have fetched the same package in the meantime.
    if (!existsSync(folder)) renameSync(path.join(work, 'package'), folder)
    return folder
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Runs a command. Returns the error, or undefined. */
function run(command: string, args: string[]): string | undefined {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', shell: process.platform === 'win32' })
  return status === 0 ? undefined : `${command} failed: ${error?.message ?? stderr.trim()}`
}
