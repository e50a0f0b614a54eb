import { buildIfNeeded } from '@/tools/lib/build'

/** Before the browser tests: one production build, which every site of theirs serves. */
export default async function build(): Promise<void> {
  await buildIfNeeded(new AbortController().signal)
}
