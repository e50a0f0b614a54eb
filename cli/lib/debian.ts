import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Thrown when a program is not there and could not be installed. */
class MissingProgramError extends Error {
  override name = 'MissingProgramError'
}

/** Whether this is a Debian system whose packages may be installed by this process. */
export const isDebianRoot = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs a package of Debian's; what becomes of it shows in what is there afterwards. */
export function installPackage(name: string): void {
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
}

/** Path of a program that has Debian's package of the same name: one of this machine, or one installed now. */
export function findProgram(name: string): string {
  const found = onPath(name)
  if (found !== undefined) return found
  console.log(`There is no ${name} here: it is installed if possible…`)
  if (isDebianRoot()) installPackage(name)
  const installed = onPath(name)
  if (installed !== undefined) return installed
  throw new MissingProgramError(`There is no ${name} here and none could be installed: install it, as with apt-get`)
}

/** Servers lie where only the superuser looks for programs. */
function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/opt/homebrew/bin']
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

export function run(command: string, args: readonly string[]): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
