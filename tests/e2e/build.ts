import { buildIfNeeded } from '@/cli/lib/build'
import { findProgram } from '@/cli/lib/programs'

/** Finds the browser and builds the site, once for all browser tests. */
export default async function build(): Promise<void> {
  process.env.CHROMIUM = findProgram('chromium-headless-shell')
  await buildIfNeeded(new AbortController().signal)
}
