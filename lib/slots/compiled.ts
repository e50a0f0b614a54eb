import 'server-only'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readCompiled } from './registry'

/** Whether the components of a site folder are not compiled as they are now, so that the site has to be built again. */
export function hasUncompiledComponents(siteDir: string): boolean {
  const compiled = readCompiled(siteDir)
  const files = ['components', 'components/block', 'islands'].flatMap((folder) => listComponents(siteDir, folder))
  if (compiled === undefined) return files.length > 0
  if (files.some((file) => !compiled.found.some((known) => known.file === file))) return true
  // What was compiled with the project, such as its lockfile, is part of its build.
  return Object.entries(compiled.inputs).some(([file, hash]) => {
    const isOwn = !path.relative(siteDir, path.resolve(file)).startsWith('..')
    return isOwn && (!existsSync(file) || hashFile(file) !== hash)
  })
}

function listComponents(siteDir: string, folder: string): string[] {
  const absolute = path.join(siteDir, folder)
  if (!existsSync(absolute)) return []
  return readdirSync(absolute)
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => path.join(folder, name))
}

const hashFile = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
