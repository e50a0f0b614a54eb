import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/** The service's two browser scripts: as dependencies they would bring about a thousand packages, of which they are built already. */
const PACKAGES = { '@clerk/clerk-js': '6.40.0', '@clerk/ui': '1.36.0' } as const
const CACHE = path.resolve('.cache/sign-in-service')

/** Folder of each script's package, fetched with npm when it is not there yet; undefined when npm cannot fetch it. */
export function browserScripts(): Record<keyof typeof PACKAGES, string> | undefined {
  const folders = Object.entries(PACKAGES).map(([name, version]) => [name, unpacked(name, version)] as const)
  return folders.every(([, folder]) => folder !== undefined)
    ? (Object.fromEntries(folders) as Record<keyof typeof PACKAGES, string>)
    : undefined
}

function unpacked(name: string, version: string): string | undefined {
  const file = `${name.slice(1).replace('/', '-')}-${version}`
  const folder = path.join(CACHE, file)
  if (existsSync(folder)) return folder
  const work = `${folder}.${process.pid}`
  mkdirSync(work, { recursive: true })
  try {
    const isFetched =
      run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', work]) &&
      run('tar', ['-xzf', path.join(work, `${file}.tgz`), '-C', work])
    if (!isFetched) return undefined
    // Two at once fetch the same.
    if (!existsSync(folder)) renameSync(path.join(work, 'package'), folder)
    return folder
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const run = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', shell: process.platform === 'win32' }).status === 0
