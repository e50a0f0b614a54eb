const KEY = 'recent-searches'
const MOST = 6

/** What was searched for in this browser, latest first. It never leaves it. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Remembers a question that led somewhere. */
export function rememberSearch(query: string): void {
  store([query, ...recentSearches().filter((known) => known !== query)].slice(0, MOST))
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
