import { buildIfNeeded } from '@/cli/lib/build'
import { findProgram } from '@/cli/lib/debian'

/** Builds the site once for all browser tests, and installs the programs that tests of several instances start. */
export default async function build(): Promise<void> {
  // Installed one after the other, because parallel installations of Debian packages block each other.
  for (const program of ['redis-server', 'nginx', 'openssl']) {
    try {
      findProgram(program)
    } catch {
      // A test that needs the program fails with the reason; the other tests do not need it.
    }
  }
  await buildIfNeeded(new AbortController().signal)
}
