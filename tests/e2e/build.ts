import { buildIfNeeded } from '@/cli/lib/build'
import { findProgram } from '@/cli/lib/programs'
import { compileIfNeeded } from '@/tools/compile.mjs'

/** Finds the browser, and compiles and builds the site, once for all browser tests. */
export default async function build(): Promise<void> {
  process.env.CHROMIUM = findProgram('chromium-headless-shell')
  await compileIfNeeded()
  await buildIfNeeded(new AbortController().signal)
}
