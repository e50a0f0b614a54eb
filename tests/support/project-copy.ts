import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createFolder } from './site'

/** Copies the project without generated files, with the same packages, so that it can be built with other settings. */
export function copyProject(): string {
  const dir = createFolder('copy')
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const file of listed.split('\0')) {
    if (file !== '' && existsSync(file)) cpSync(file, path.join(dir, file))
  }
  // Hard links suffice, because a build does not change packages. A link to the whole folder would lead out of the project.
  const { status, stderr } = spawnSync('cp', ['-al', 'node_modules', dir], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The packages could not be linked: ${stderr}`)
  // npm changes this file in place, so it must not be a link.
  const record = path.join(dir, 'node_modules/.package-lock.json')
  rmSync(record)
  cpSync('node_modules/.package-lock.json', record)
  return dir
}
