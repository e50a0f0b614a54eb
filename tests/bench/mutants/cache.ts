import { listEdits } from './plan.mjs'

export const CACHE_EDITS = listEdits({
  'lib/cache/cache-handler.ts': [
    [
      'return isHit ? { ...entry, lastModified: Date.now() } : null',
      'return entry',
      'a page is served from the cache after it was closed',
    ],
    ['=== version\n}', '!== version\n}', 'only stale pages are served from the cache'],
    ['const storable = (value.status ?? 200) === 200 &&', 'const storable =', 'an error page is stored'],
    [": 'private, no-store'", ": 'public'", 'shared caches store pages of single visitors'],
    ['if (status !== undefined) value.status = status', '', 'an error page has the status 200'],
    ['{ ...policy, frames }', '{ frames }', 'a sign-in screen cannot load the sign-in service'],
    ['...(storable && { [VERSION_HEADER]: version }),', '', 'every page is rendered at each request'],
    ["vary: 'accept',", '', 'a shared cache sends Markdown to browsers'],
    ['value.segmentData = undefined', '', 'a missing page gets status 200'],
  ],
  'lib/cache/document-cache.ts': [
    ['document?.version === version ? document', 'document ? document', 'an edit is not visible'],
    ['maxSize: maxBytes,', 'maxSize: maxBytes * 1000,', 'cached documents have no memory limit'],
  ],
  'lib/cache/hydration.ts': [
    ['return /[\\uFDD0\\uFDD1]/.test(slim) ? html : slim', 'return slim', 'a document with unpaired markers is broken'],
  ],
  'lib/cache/shared-pages.ts': [
    ['{ maxOutputLength, chunkSize', '{ chunkSize', 'compressed content in Redis can expand without a limit'],
  ],
  'lib/cache/rendered-page.ts': [
    ['return runtime.render.run({}, handle)', 'return handle()', 'no page is cached'],
    [
      'return runtime.render.run({}, handle)',
      'runtime.render.enterWith(runtime.render.getStore() ?? {})\n  return handle()',
      'a page is cached as a version of another page',
    ],
  ],
  'lib/cache/inline-scripts.ts': [
    ['(isOwn(script) ? own : foreign)', 'own', 'scripts in content are allowed'],
    [
      "isJson(call.exec(script)?.[1] ?? '')",
      'call.test(script)',
      'a script that begins like one of Next.js is allowed',
    ],
    ['HEAD_SCRIPTS.includes(script)', 'false', 'the wrong theme flashes before the visitor’s theme'],
  ],
  'lib/cache/policy.mjs': [
    ['"base-uri \'none\'",', '', 'a base element can change the target of links'],
    ["script-src 'self'\", ...hashes]", "script-src 'self' 'unsafe-inline'\", ...hashes]", 'any inline script may run'],
    [
      'if (signIn.length === 0) return withAnalytics',
      'if (false) return withAnalytics',
      'every page may load the sign-in service',
    ],
  ],
})

export const INSTANCES_EDITS = listEdits({
  'lib/instances/live-readers.ts': [
    ['found.every((each) =>', 'found.some((each) =>', 'one ready reader counts as all readers'],
    ['{ PX: READER_TTL_MS }', '{ PX: 3_600_000 }', 'the writer waits for a reader that has stopped'],
  ],
  'lib/instances/publisher.ts': [
    ['prepared.snapshot === state.manifest.version', 'true', 'an incomplete preparation is published'],
    ['<= MAX_FILE', '<= Number.POSITIVE_INFINITY', 'large files fill Redis'],
  ],
  'lib/instances/pause-guard.ts': [
    ['while (this.#isPausedAgain)', 'while (false)', 'a pause during a check is not detected'],
    ['Math.abs(ms) > PAUSED_MS', 'false', 'a process shows withdrawn pages after a pause'],
  ],
  'lib/instances/reader.ts': [
    ['ahead < 0 || (', '(', 'a reader loads an earlier snapshot'],
    ['(ahead === 0 && !this.#isDamaged)', 'false', 'a reader reloads the snapshot that it serves'],
    [
      'if (redisState?.servedGeneration !== this.#generation) continue',
      'if (redisState === undefined) continue',
      'a reader hides pages that were withdrawn before its generation',
    ],
    [
      'await copyContents(listContents(state.manifest), shared, local)',
      '',
      'a state is served whose contents are missing',
    ],
    ['await this.local.withdraw()', '', 'a starting reader shows pages that were withdrawn meanwhile'],
    [
      'if (this.#hasNewer && !hasLoadFailed(this.#redisState, this.#failure))\n      await waitAtMost(LOAD_TIMEOUT_MS, this.#load())',
      '',
      'a link from another reader returns 404',
    ],
    [
      'const number = ++this.#readsBegun',
      'const number = Number.POSITIVE_INFINITY',
      'a response from before a pause ends the check after it',
    ],
    ['await this.#pauses.beforeResponse()', '', 'a reader shows withdrawn pages after a pause'],
    [
      '[...new Set([...this.#withdrawn, ...redisState.withdrawn])]',
      '[]',
      'withdrawn pages are shown until the next generation is loaded',
    ],
    ['await this.#refuseSmaller(generation, index)', '', 'a writer that lost all pages removes them from readers'],
    [
      '[...new Set([...this.#withdrawn, ...findWithdrawnInPartialIndex(served, next)])]',
      'this.#withdrawn',
      'pages that a refused generation closes stay public',
    ],
    ['this.#refused = generation\n', '', 'a refused generation is downloaded every second'],
  ],
  'lib/instances/reader-problems.ts': [
    ['...(hasWriter ? [] : [NO_WRITER])', '', 'a missing writer is not reported'],
    ['newest < generation', 'false', 'health is ready while Redis has lost the snapshot'],
    ['newest > loadable && newest > generation', 'newest > loadable', 'an earlier version is reported as a problem'],
    ['&& loadable > generation ?', '?', 'a failure is reported after its generation was loaded'],
    ['failure.generation === redisState?.loadable', 'true', 'a newer generation is not loaded after a failure'],
  ],
  'lib/instances/requests.ts': [
    ['if (isObject(sync)) syncs.push(sync)', '', 'a request of a reader is dropped'],
    ["if (await readers.haveReached(generation)) return 'done'", "return 'done'", 'a response is sent too early'],
    ["if (generation === 0) return 'failed'", '', 'a failed publication is reported as done'],
  ],
  'lib/instances/writer-role.ts': [
    ['{ NX: true, PX: LASTS_MS }', '{ PX: LASTS_MS }', 'a process takes the writer role of another'],
    [
      "== ARGV[1] then return redis.call('DEL', KEYS[1]) end",
      "~= ARGV[1] then return redis.call('DEL', KEYS[1]) end",
      'a process releases the writer role of another',
    ],
    ['lost.abort()', '', 'a process that lost the writer role continues'],
  ],
  'lib/site/withhold.ts': [
    ['withdrawn.has(id) ? CLOSED : access', 'access', 'a withdrawn page stays public'],
    ['version: addDigest(page.version)', 'version: page.version', 'a rendered page links to a withdrawn page'],
  ],
  'lib/redis/connection.ts': [
    ['return `${protocol}//${host}${pathname}`', 'return url', 'the log contains the password of Redis'],
    ['if (isUnavailable) return', '', 'the log repeats that Redis is unavailable'],
  ],
  'lib/redis/shared.ts': [['runtime.redis ??=', 'runtime.redis =', 'each request opens a connection']],
})
