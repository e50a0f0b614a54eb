import { addBasePath } from '../../base-path'
import type { SearchResponse } from '../results'
import { parseSearchQuery } from '../search-query'
import { StaticIndex } from './static-index'

/** Milliseconds without typing before a query loads files. */
const SETTLED_AFTER = 120

let opened: Promise<StaticIndex> | undefined

/**
 * Searches the exported site of the document. A blank query loads the files that every query needs. Rejects if
 * a file is missing or damaged, also after it is opened again, because a new export may have replaced the files.
 */
export async function searchStaticIndex(
  request: { query: string; ancestorId?: string; limit?: number },
  signal: AbortSignal,
): Promise<SearchResponse> {
  const searchQuery = parseSearchQuery(request)
  const known = opened
  opened ??= StaticIndex.open(readFile, document.documentElement.lang)
  const used = opened
  try {
    const response = await (await used).search(searchQuery, () => settle(signal))
    signal.throwIfAborted()
    return response
  } catch (error) {
    signal.throwIfAborted()
    if (opened === used) opened = undefined
    if (known === undefined) throw error
    return searchStaticIndex(request, signal)
  }
}

async function settle(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER))
  signal.throwIfAborted()
}

/** The names of all files but the manifest change with their content, so a stored copy is never out of date. */
async function readFile(path: string): Promise<unknown> {
  const cache = /^search\/index[-.]/.test(path) ? 'no-cache' : 'default'
  const response = await fetch(addBasePath(`/${path}`), { cache, priority: 'high' })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}
