import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Thrown if a program is missing and could not be installed. */
class MissingProgramError extends Error {
  override name = 'MissingProgramError'
}

/** Whether this is a Debian system whose packages may be installed by this process. */
export const isDebianRoot = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs a Debian package. The caller checks whether that succeeded. */
export function installPackage(name: string): void {
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
}

/**
 * Returns the path of a program: from this machine, or newly installed from the Debian package of the same name. Throws
 * if there is none.
 */
export function findProgram(name: string): string {
  const found = findOnPath(name)
  if (found !== undefined) return found
  console.log(`${name} was not found. Trying to install it…`)
  if (isDebianRoot()) installPackage(name)
  const installed = findOnPath(name)
  if (installed !== undefined) return installed
  throw new MissingProgramError(
    `${name} was not found and could not be installed: install it, for example with apt-get`,
  )
}

/** Also searches `/usr/sbin`, which contains servers and is not in the `PATH` of all users. */
function findOnPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/opt/homebrew/bin']
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

export function run(command: string, args: readonly string[]): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
