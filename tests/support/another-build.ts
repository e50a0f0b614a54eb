import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { newFolder } from './site'

/** This project once more, as a build of another name that lacks one of the files of this one. */
export function anotherBuild() {
  const dir = newFolder('build')
  const chunks = '.next/static/chunks'
  const [lacking = ''] = readdirSync(chunks).filter((name) => name.endsWith('.js'))
  const left = new Set(['node_modules', '.git', '.next/cache', '.state', 'test-results', `${chunks}/${lacking}`])
  cpSync('.', dir, { recursive: true, filter: (from) => !left.has(from) })
  symlinkSync(`${process.cwd()}/node_modules`, `${dir}/node_modules`)
  const first = readFileSync('.next/BUILD_ID', 'utf8').trim()
  writeFileSync(`${dir}/.next/BUILD_ID`, 'another')
  return { dir, first, id: 'another', lacking }
}
