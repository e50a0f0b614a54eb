import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createFolder } from './site'

/** Copies the project as a build that has another build id and lacks one script of this build. */
export function copyBuild() {
  const dir = createFolder('build')
  const chunks = '.next/static/chunks'
  const [missingChunk = ''] = readdirSync(chunks).filter((name) => name.endsWith('.js'))
  const excluded = new Set([
    'node_modules',
    '.git',
    '.next/cache',
    '.state',
    'test-results',
    `${chunks}/${missingChunk}`,
  ])
  cpSync('.', dir, { recursive: true, filter: (from) => !excluded.has(from) })
  symlinkSync(`${process.cwd()}/node_modules`, `${dir}/node_modules`)
  const originalId = readFileSync('.next/BUILD_ID', 'utf8').trim()
  writeFileSync(`${dir}/.next/BUILD_ID`, 'another')
  return { dir, originalId, id: 'another', missingChunk }
}
