import { listEdits } from './plan.mjs'

export const SEARCH_EDITS = listEdits({
  'lib/search/search-site.ts': [
    [
      'describeTitled(site.sections(viewer)).slice(0, MAX_SECTIONS)',
      'describeTitled(site.sections(viewer))',
      'a thousand sections are sent',
    ],
  ],
  'lib/search/documents.ts': [
    [
      'viewers.length > 0 && viewers.every((viewer) => site.mayShowSynced(container, viewer))',
      'true',
      'a synced block of a closed page is found',
    ],
    [
      'return found.includes(undefined) ? undefined : found[0]?.title',
      'return found[0]?.title',
      'the title of a closed page is found',
    ],
    ['budget: this.#budget,', '', 'formulas of many rows block the start of the search'],
  ],
  'lib/search/embedded.ts': [['maxJobs: MAX_SEARCHES', 'maxJobs: 1e9', 'searches queue without limit']],
  'lib/search/highlight.ts': [
    [
      '<mark>${escapeHtml(text.slice(start, end))}</mark>',
      '<mark>${text.slice(start, end)}</mark>',
      'highlighted words are not escaped',
    ],
  ],
  'lib/search/phrase.ts': [
    ['hasContentWord && isFunctionWord(word) ? FUNCTION_WORD : 1', '1', 'function words in a row count as a phrase'],
  ],
  'lib/search/postings.ts': [
    [
      '(subset?.lengths ?? this._avgFieldLength)[field]',
      'this._avgFieldLength[field]',
      'the order of results reveals the length of restricted pages',
    ],
    ['forms.includes(text) ? FORM_WEIGHT : likeness', 'likeness', 'a plural counts no more than another word'],
  ],
  'lib/search/recent-results.ts': [
    ['maxSize: MAX_BYTES', 'maxSize: 1e9', 'cached results have no memory limit'],
    ['[query, ancestorId, limit]', '[query]', 'a search below a page finds what another search found'],
  ],
  'lib/search/live-index.ts': [
    ['if (viewer.signedIn) return', 'if (false) return', 'a member gets cached results of another member'],
    ['this.#recentResults = undefined', '', 'a search returns results of an earlier index'],
    ['if (page?.readable !== true || !isBelow(id)) return 0', 'if (!isBelow(id)) return 0', 'closed pages are found'],
    ['page.readable && isSearchable(page.access)', 'page.readable', 'drafts are indexed'],
    ["access.kind !== 'locked' &&", '', 'pages with a password are indexed'],
  ],
  'lib/search/search-query.ts': [
    ['limit >= 1 && limit <= MAX_RESULTS', 'limit >= 1', 'all results can be requested at once'],
  ],
  'lib/search/rank.ts': [
    ['scores[page] === 0 || getWeight(page) === 0', 'scores[page] === 0', 'closed pages are found'],
  ],
  'lib/client-limit.ts': [
    ['return Math.max(1, Math.ceil(error.msBeforeNext / 1000))', 'return 0', 'a client can search without a limit'],
  ],
  'lib/search/rate-limit.ts': [['seconds: 60', 'seconds: 30', 'a client has twice its searches']],
  'lib/search/find-matches.ts': [
    [
      'if (!wordMatches.some(({ matchKinds }) => isFound(matchKinds)))',
      'if (wordMatches.length === 0)',
      'function words are not searched if nothing else matches',
    ],
    [
      'isShared ? postings.getStatistics(isCounted) : undefined',
      'undefined',
      'the order of results reveals restricted pages',
    ],
  ],
  'lib/search/find-pages.ts': [['b.score - a.score', 'a.score - b.score', 'the worst result comes first']],
  'lib/search/numbers.ts': [['rest >= ENDINGS', 'rest > ENDINGS', 'a number is written as a backslash']],
  'lib/search/static/create-static-index.ts': [
    [
      'page.readable && mayList(page.access, PUBLIC)',
      'page.readable',
      'the search files of an exported site contain pages that are not public',
    ],
    ['uses >= minUses', 'true', 'the index of a large site has more files than hosts accept'],
  ],
  'lib/search/static/sharded-postings.ts': [
    ['next > text)', 'next >= text)', 'a search loads more than it needs'],
    ['if (this.#missing.size > 0) throw', 'if (false) throw', 'a search ignores shards that are not loaded'],
  ],
  'lib/search/static/static-index.ts': [
    ['if (!this.#texts.has(path)) await settle()', '', 'texts are loaded for each typed letter'],
  ],
  'lib/search/static/search-static-index.ts': [
    ['if (opened === index) opened = undefined', '', 'the search stays broken after another export'],
    ['return searchStaticIndex(request, signal)', 'throw error', 'a search fails after another export'],
  ],
  'lib/backoff.ts': [
    ['Math.min(pause * 2, MAX_PAUSE_MS)', 'pause', 'the pause between two starts does not grow'],
    ['Math.max(0, this.#until - performance.now())', '0', 'a failed process is restarted without a pause'],
  ],
})
