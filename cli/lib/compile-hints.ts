import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseObject } from '../../lib/workspace/values'
import { BuildError } from './build-error'

/** Makes Chromium compile all functions of a script while it is fetched. For other browsers it is a comment. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** Adds the hint to the first scripts of every page, because Next.js calls most of their functions at once. Throws {@link BuildError}. */
export function addCompileHints(build: string): void {
  const manifest = path.join(build, 'build-manifest.json')
  const { rootMainFiles } = parseObject(readFileSync(manifest, 'utf8'))
  if (!Array.isArray(rootMainFiles) || rootMainFiles.length === 0) {
    throw new BuildError(
      `${manifest} lists no first scripts: remove ${build} and build again. If that does not help, this version of Next.js lists them elsewhere: change cli/lib/compile-hints.ts.`,
    )
  }
  for (const name of rootMainFiles) {
    const script = path.join(build, String(name))
    const text = readFileSync(script, 'utf8')
    if (!text.startsWith(HINT)) writeFileSync(script, HINT + text)
  }
}
