import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseObject } from '../../lib/workspace/values'
import { BuildError } from './build-error'

/** To browsers that know it: compile all functions of this script while it is fetched, beside the page's own work. To others a comment. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** Marks the scripts with which every page of a build begins, because the framework calls most of what is in them at once. Throws {@link BuildError}. */
export function hintFirstScripts(build: string): void {
  const manifest = path.join(build, 'build-manifest.json')
  const { rootMainFiles } = parseObject(readFileSync(manifest, 'utf8'))
  if (!Array.isArray(rootMainFiles) || rootMainFiles.length === 0) {
    throw new BuildError(
      `${manifest} names no scripts that every page begins with: remove ${build} and build again. If that does not help, this version of the framework names them elsewhere, which cli/lib/compile-hints.ts has to follow.`,
    )
  }
  for (const name of rootMainFiles) {
    const script = path.join(build, String(name))
    const text = readFileSync(script, 'utf8')
    if (!text.startsWith(HINT)) writeFileSync(script, HINT + text)
  }
}
