const KEY = 'recent-searches'
const MAX_RECENT = 6

/** The recent searches of this browser, latest first. They are never sent to the server. */
export function getRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string').slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

/** Stores a query whose result was opened. */
export function storeSearch(query: string): void {
  store([query, ...getRecentSearches().filter((known) => known !== query)].slice(0, MAX_RECENT))
}

export function forgetSearches(): void {
  store([])
}

function store(queries: string[]): void {
  try {
    if (queries.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(queries))
  } catch {
    // Storage may be full or forbidden.
  }
}
