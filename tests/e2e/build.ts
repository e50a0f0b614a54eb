import { buildIfNeeded } from '@/cli/lib/build'
import { findProgram } from '@/cli/lib/debian'

/** Before the browser tests: one production build, which every site of theirs serves, and what several instances need. */
export default async function build(): Promise<void> {
  // One after the other: two installations at a time are in each other's way.
  for (const program of ['redis-server', 'nginx', 'openssl']) {
    try {
      findProgram(program)
    } catch {
      // The tests that need it say so; the others do without.
    }
  }
  await buildIfNeeded(new AbortController().signal)
}
