import { addBasePath } from '../../base-path'
import type { SearchResponse } from '../results'
import { parseSearchQuery } from '../search-query'
import { StaticIndex } from './static-index'

/** A query loads files only after this time without typing. */
const SETTLED_AFTER_MS = 120

let opened: Promise<StaticIndex> | undefined

/**
 * Searches the exported site of the document. A blank query loads the files that every query needs. If a file is missing or damaged, a new
 * export may have replaced the files: opens the index once more, and rejects if that fails, too.
 */
export async function searchStaticIndex(
  request: { query: string; ancestorId?: string; limit?: number },
  signal: AbortSignal,
): Promise<SearchResponse> {
  const searchQuery = parseSearchQuery(request)
  const wasOpen = opened !== undefined
  opened ??= StaticIndex.open(readFile, document.documentElement.lang)
  const index = opened
  try {
    const response = await (await index).search(searchQuery, () => settle(signal))
    signal.throwIfAborted()
    return response
  } catch (error) {
    signal.throwIfAborted()
    if (opened === index) opened = undefined
    if (!wasOpen) throw error
    return searchStaticIndex(request, signal)
  }
}

async function settle(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS))
  signal.throwIfAborted()
}

/** The names of all files but the manifest change with their content, so a stored copy is never out of date. */
async function readFile(path: string): Promise<unknown> {
  const cache = /^search\/index[-.]/.test(path) ? 'no-cache' : 'default'
  const response = await fetch(addBasePath(`/${path}`), { cache, priority: 'high' })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}
