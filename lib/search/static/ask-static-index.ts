import { addBasePath } from '../../base-path'
import { questionIn } from '../question'
import type { SearchAnswer } from '../results'
import { MANIFEST } from './format'
import { StaticIndex } from './static-index'

/** Milliseconds without typing before a query loads files. */
const SETTLED_AFTER = 120

let opened: Promise<StaticIndex> | undefined

/**
 * Searches the exported site that the document belongs to. A blank query loads what every other query needs. A new export may have
 * replaced the files, so a failing index is opened again. Rejects if a file is still missing or damaged.
 */
export async function askStaticIndex(
  request: { query: string; limit?: number },
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const question = questionIn(request)
  const known = opened
  opened ??= StaticIndex.open(readFile)
  const used = opened
  try {
    const answer = await (await used).search(question, () => settle(signal))
    signal.throwIfAborted()
    return answer
  } catch (error) {
    signal.throwIfAborted()
    if (opened === used) opened = undefined
    if (known === undefined) throw error
    return askStaticIndex(request, signal)
  }
}

async function settle(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER))
  signal.throwIfAborted()
}

/** The names of all files but the manifest change with their content, so a stored copy is never out of date. */
async function readFile(path: string): Promise<unknown> {
  const cache = path === MANIFEST ? 'no-cache' : 'default'
  const response = await fetch(addBasePath(`/${path}`), { cache, priority: 'high' })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}
