import { editsIn } from './plan.mjs'

export const SEARCH_EDITS = editsIn({
  'lib/search/answer.ts': [
    ["link.title.trim() === '' ||", '', 'a result without a title is sent'],
    ['|| results.has(id)) continue', ') continue', 'a page is found twice'],
    [
      'page === undefined || link === undefined ||',
      'link === undefined ||',
      'a result of a closed page',
      'TypeScript refuses it; the link is undefined whenever the page is.',
    ],
    ['index.warmUp()', '', 'the first question waits for the index'],
    ['Math.max(0, total - (hits.length - results.size))', 'total', 'the total counts results that are not sent'],
  ],
  'lib/search/bytes.ts': [['rest > 0x7f', 'rest > 0xff', 'numbers from 128 on are read wrongly']],
  'lib/search/documents.ts': [
    [
      'readers.length > 0 && readers.every((viewer) => site.mayShowSynced(container, viewer))',
      'true',
      'a synced block of a closed page is found',
    ],
    [
      'return found.includes(undefined) ? undefined : found[0]?.title',
      'return found[0]?.title',
      'the title of a closed page is found',
    ],
    ['|| saysAccess(schema)', '', 'access words are found'],
  ],
  'lib/backoff.ts': [
    ['Math.min(pause * 2, LONGEST_PAUSE_MS)', 'pause', 'the pause between two starts does not grow'],
    ['Math.max(0, this.#until - performance.now())', '0', 'what failed is started again without a pause'],
  ],
  'lib/search/embedded.ts': [
    ['readonly throttle = 150', 'readonly throttle = 1500', 'browsers wait too long between two questions'],
    ['this.#pending >= MOST_PENDING', 'false', 'questions queue without end'],
    ['this.#backoff.remainingMs > 0', 'false', 'a thread that ends is started again without a pause'],
  ],
  'lib/search/first-postings.ts': [
    ['fields[field] = [page, times]\n        else', 'fields[field] = [page]\n        else', 'postings lack how often'],
  ],
  'lib/search/highlight.ts': [
    [
      '<mark>${escapeHtml(text.slice(start, end))}</mark>',
      '<mark>${text.slice(start, end)}</mark>',
      'found words are markup',
    ],
    [
      'return html + escapeHtml(text.slice(at))',
      'return html + text.slice(at)',
      'the text around found words is markup',
    ],
    ['b.worth > a.worth ? b : a', 'b.worth < a.worth ? b : a', 'the worst place of a page is shown'],
  ],
  'lib/search/live-index.ts': [
    ['if (page?.readable !== true || !isBelow(id)) return 0', 'if (!isBelow(id)) return 0', 'closed pages are found'],
    ['mayRead(page.access, PUBLIC) ? [this.#public] : []', '[this.#public]', 'closed pages weigh in the public order'],
    ['if (!this.#ready) throw new SearchNotReadyError()', '', 'an index that is not there finds nothing'],
    ["page.readable && page.access.kind !== 'unpublished'", 'page.readable', 'drafts are indexed'],
    ['b.score - a.score', 'a.score - b.score', 'the worst result comes first'],
  ],
  'lib/search/page-index.ts': [
    ['if (known?.[1] === digest) return false', '', 'pages are indexed again without a change'],
    ['format !== PAGE_INDEX_FORMAT ||', '', 'an index of another version is used'],
  ],
  'lib/search/phrase.ts': [
    ['if (asked.length < 2) return 0', '', 'one word is a phrase'],
    ['(runs[index - 1] ?? 0) + 1', '1', 'words in a row count no more than others'],
  ],
  'lib/search/postings.ts': [
    ['title: 5,', 'title: 0.5,', 'titles count less than texts'],
    ['bytes.write(page - last)', 'bytes.write(page)', 'saved postings name other pages'],
  ],
  'lib/search/question-words.ts': [
    ['const MOST_ASKED = 32', 'const MOST_ASKED = 3200', 'a question of a thousand words is answered'],
    ['if (length < 3 || length > LONGEST_GUESSED) return []', '', 'any word is guessed at'],
    ['if (own.ways[page] !== all) continue', '', 'a part of a name is enough'],
  ],
  'lib/search/question.ts': [
    ['limit >= 1 && limit <= MOST_RESULTS', 'limit >= 1', 'all results can be asked for at once'],
    [
      'query.length > LONGEST_QUERY && [...query].length > LONGEST_QUERY',
      'query.length > LONGEST_QUERY',
      'a question of 200 emoji is too long',
    ],
    ['const DEFAULT_LIMIT = 20', 'const DEFAULT_LIMIT = 2', 'two results are sent'],
  ],
  'lib/search/rank.ts': [
    ['if (coverage < LEAST_COVERAGE * most) continue', '', 'pages with few of the words are found'],
    ['scores[page] === 0 || weightOf(page) === 0', 'scores[page] === 0', 'closed pages are found'],
  ],
  'lib/search/rate-limit.ts': [
    ['const left = Math.min(this.perMinute, refilled)', 'const left = refilled', 'a caller saves up calls'],
    ['const allowed = left >= 1', 'const allowed = left >= 0', 'one call too many is allowed'],
    ['this.#buckets.size > MOST_CALLERS', 'false', 'callers fill the memory'],
    [
      "address.includes(':') && !address.includes('.') ? networkOf(address) : address",
      'address',
      'a household has as many calls as addresses',
    ],
    ['.slice(0, 4)', '.slice(0, 8)', 'each address of a network is a caller'],
  ],
  'lib/search/recent-documents.ts': [['lengthOf(document) <= LONGEST', 'true', 'long pages fill the memory']],
  'lib/search/shared-limit.ts': [
    ['if left >= 1 then left = left - 1 else', 'if left >= 1 then left = left else', 'searches are not counted'],
    ["redis.call('PEXPIRE', KEYS[1], 60000)", '', 'callers stay in Redis'],
    ['JSON.stringify(secrets)', "''", 'callers can be found by trying addresses'],
  ],
  'lib/search/words.ts': [
    [".replace(MARKS, '').toLowerCase()", ".replace(MARKS, '')", 'capital letters are other words'],
    ['const MOST_COUNTED = 8', 'const MOST_COUNTED = 80', 'a word that repeats wins'],
    ['parts.size >= MOST_PARTS', 'false', 'a long name has parts without end'],
  ],
})
