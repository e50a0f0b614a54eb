import { editsIn } from './plan.mjs'

export const CACHE_EDITS = editsIn({
  'lib/cache/cache-handler.ts': [
    [
      'return isHit ? { ...entry, lastModified: Date.now() } : null',
      'return entry',
      'a page is served from the cache after it was closed',
    ],
    ['=== version\n}', '!== version\n}', 'only old pages are served from the cache'],
    ['const storable = (value.status ?? 200) === 200 &&', 'const storable =', 'an error page is stored'],
    [": 'private, no-store'", ": 'public'", 'shared caches keep what is made for one visitor'],
    ['if (status !== undefined) value.status = status', '', 'an error page has the status 200'],
    ['{ ...policy, frames }', '{ frames }', 'a sign-in screen cannot load the sign-in service'],
    ['...(storable && { [VERSION_HEADER]: version }),', '', 'every page is rendered at each request'],
    ["vary: 'accept',", '', 'a cache sends Markdown to browsers'],
    ['value.segmentData = undefined', '', 'a missing page gets status 200'],
  ],
  'lib/cache/document-cache.ts': [
    ['document?.version === version ? document', 'document ? document', 'an edit does not show'],
    ['maxSize: maxBytes,', 'maxSize: maxBytes * 1000,', 'documents fill the memory'],
  ],
  'lib/cache/hydration.ts': [
    [
      'return /[\\uFDD0\\uFDD1]/.test(slim) ? html : slim',
      'return slim',
      'a document with marks that do not pair is broken',
    ],
  ],
  'lib/cache/shared-pages.ts': [['maxOutputLength: MAX_PAGE_BYTES,', '', 'a few bytes in Redis fill the memory']],
  'lib/cache/rendered-page.ts': [
    ['return runtime.render.run({}, handle)', 'return handle()', 'no page is stored'],
    [
      'return runtime.render.run({}, handle)',
      'runtime.render.enterWith(runtime.render.getStore() ?? {})\n  return handle()',
      'a page is stored as the version of another page',
    ],
  ],
  'lib/cache/inline-scripts.ts': [
    ['(isOwn(script) ? own : foreign)', 'own', 'a script of content runs'],
    ["isJson(call.exec(script)?.[1] ?? '')", 'call.test(script)', 'a script that begins like one of Next.js runs'],
    ['HEAD_SCRIPTS.includes(script)', 'false', 'the theme of a visitor flashes'],
  ],
  'lib/cache/policy.mjs': [
    ['"base-uri \'none\'",', '', 'a base element leads elsewhere'],
    ["script-src 'self'\", ...hashes]", "script-src 'self' 'unsafe-inline'\", ...hashes]", 'any inline script may run'],
    [
      'if (signIn.length === 0) return withAnalytics',
      'if (false) return withAnalytics',
      'every page may load the sign-in service',
    ],
  ],
})

export const INSTANCES_EDITS = editsIn({
  'lib/instances/live-readers.ts': [
    ['found.every((each) =>', 'found.some((each) =>', 'one reader that is ready stands for all'],
    ['{ PX: READER_TTL_MS }', '{ PX: 3_600_000 }', 'a reader that is gone is waited for'],
  ],
  'lib/instances/publisher.ts': [
    ['prepared.snapshot === state.manifest.version', 'true', 'half a preparation is published'],
    ['<= MAX_FILE', '<= Number.POSITIVE_INFINITY', 'large files fill Redis'],
  ],
  'lib/instances/pause-guard.ts': [
    ['while (this.#isPausedAgain)', 'while (false)', 'a pause during a check is not noticed'],
    ['Math.abs(ms) > PAUSED_MS', 'false', 'a process shows withdrawn pages after a pause'],
  ],
  'lib/instances/reader.ts': [
    ['ahead < 0 || (', '(', 'a reader goes back to an earlier snapshot'],
    ['(ahead === 0 && !this.#isDamaged)', 'false', 'a reader loads again what it serves'],
    [
      'if (redisState?.since !== this.#generation) continue',
      'if (redisState === undefined) continue',
      'a reader hides what was withdrawn before the generation that it serves',
    ],
    [
      'await copyContents(listContents(state.manifest), shared, local)',
      '',
      'a state is served whose contents are missing',
    ],
    ['await this.local.withdraw()', '', 'a start shows what was withdrawn meanwhile'],
    [
      'if (this.#hasNewer && !hasLoadFailed(this.#redisState, this.#failure))\n      await waitAtMost(LOAD_TIMEOUT_MS, this.#load())',
      '',
      'a link of another reader leads to 404',
    ],
    ['await this.#pauses.beforeResponse()', '', 'a reader shows withdrawn pages after a pause'],
    [
      '[...new Set([...this.#withdrawn, ...redisState.withdrawn])]',
      '[]',
      'what was withdrawn is shown until it is loaded',
    ],
    ['await this.#refuseSmaller(generation, index)', '', 'a writer that lost everything takes pages from readers'],
    [
      '[...new Set([...this.#withdrawn, ...findWithdrawnByPart(served, next)])]',
      'this.#withdrawn',
      'what it closes stays',
    ],
    ['this.#refused = generation\n', '', 'a refused generation is downloaded every second'],
  ],
  'lib/instances/reader-problems.ts': [
    ['...(hasWriter ? [] : [NO_WRITER])', '', 'a missing writer is not reported'],
    ['newest > loadable && newest > generation', 'newest > loadable', 'a version that was loaded earlier is a problem'],
    ['&& loadable > generation ?', '?', 'a failure is reported after its generation was loaded'],
    ['failure.generation === redisState?.loadable', 'true', 'a newer generation is not loaded after a failure'],
  ],
  'lib/instances/requests.ts': [
    ['if (isObject(sync)) syncs.push(sync)', '', 'a request of a reader is dropped'],
    ["if (await readers.haveReached(generation)) return 'done'", "return 'done'", 'a response comes too early'],
    ["if (generation === 0) return 'failed'", '', 'a failed publication is reported as done'],
  ],
  'lib/instances/writer-role.ts': [
    ['{ NX: true, PX: LASTS_MS }', '{ PX: LASTS_MS }', 'a process takes the role of another'],
    [
      "== ARGV[1] then return redis.call('DEL', KEYS[1]) end",
      "~= ARGV[1] then return redis.call('DEL', KEYS[1]) end",
      'a process releases the role of another',
    ],
    ['lost.abort()', '', 'a process that lost the role goes on'],
  ],
  'lib/site/withhold.ts': [
    ['withdrawn.has(id) ? CLOSED : access', 'access', 'a withdrawn page stays open'],
    ['version: marked(page.version)', 'version: page.version', 'a rendered page names one that was withdrawn'],
  ],
  'lib/redis/connection.ts': [
    ['return `${protocol}//${host}${pathname}`', 'return url', 'the log holds the password of Redis'],
    ['if (isUnavailable) return', '', 'the log repeats that Redis is away'],
  ],
  'lib/redis/shared.ts': [['runtime.redis ??=', 'runtime.redis =', 'each request opens a connection']],
})
