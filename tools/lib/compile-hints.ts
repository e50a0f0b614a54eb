import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { objectIn } from '../../lib/workspace/values'

/** To browsers that know it: compile all functions of this script while it is fetched, beside the page's own work. To others a comment. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** Marks the scripts with which every page of a build begins, because the framework calls most of what is in them at once. */
export function hintFirstScripts(build: string): void {
  const { rootMainFiles } = objectIn(readFileSync(path.join(build, 'build-manifest.json'), 'utf8'))
  if (!Array.isArray(rootMainFiles) || rootMainFiles.length === 0) {
    throw new Error('The build names no scripts that every page begins with')
  }
  for (const name of rootMainFiles) {
    const file = path.join(build, String(name))
    const script = readFileSync(file, 'utf8')
    if (!script.startsWith(HINT)) writeFileSync(file, HINT + script)
  }
}
