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
    [
      "const head = html.slice(0, html.indexOf('</head>'))",
      'const head = html',
      'a page can name its own version in its text',
    ],
    ["vary: 'accept',", '', 'a cache sends Markdown to browsers'],
    ['value.segmentData = undefined', '', 'a missing page is answered with 200'],
  ],
  'lib/cache/hydration.ts': [
    [
      'return /[\\uFDD0\\uFDD1]/.test(slim) ? html : slim',
      'return slim',
      'a document with marks that do not pair is broken',
    ],
    ['COUNTED.test(joined) ? [] :', '', 'a counted text is cut short'],
  ],
  'lib/cache/policy.mjs': [
    ['"object-src \'none\'",', '', 'plug-ins may run'],
    ['"base-uri \'none\'",', '', 'a base element leads elsewhere'],
    ["script-src 'self'\", ...hashes]", "script-src 'self' 'unsafe-inline'\", ...hashes]", 'any inline script may run'],
    ["'referrer-policy': 'strict-origin-when-cross-origin',", '', 'other sites learn which page was read'],
    ['if (signIn.length === 0) return counted', 'if (false) return counted', 'every page may load the sign-in service'],
  ],
  'lib/cache/scripts.ts': [
    ['go=()=>{for(let e;n[0];', 'go=()=>{for(let e;n[1];', 'the last script is not loaded'],
    ['if (end < 0 || names.size === 0) return html', '', 'a document without a head is broken'],
  ],
  'lib/cache/shared-pages.ts': [
    [
      'if (!(await isCurrent(htmlOf(shared)))) return null',
      '',
      'a page of another instance is served after it was closed',
    ],
    ['{ EX: KEPT_S }', '{}', 'pages stay in Redis'],
    [
      'if (isTold || !REFUSED.test(error.message)) return',
      'if (!REFUSED.test(error.message)) return',
      'the log repeats itself',
    ],
  ],
})

export const INSTANCES_EDITS = editsIn({
  'lib/instances/former.ts': [
    ['if (!prefix.startsWith(site)) continue', '', 'the snapshots of another site are removed'],
    ['now - KEPT_MS', 'now', 'a snapshot in use is removed'],
    [
      '=== 1) {\n      await redis.zAdd',
      '=== 2) {\n      await redis.zAdd',
      'a snapshot whose writer lives is removed',
    ],
  ],
  'lib/instances/lease.ts': [
    ['asked + LASTS_MS - MARGIN_MS', 'asked + LASTS_MS + MARGIN_MS', 'two instances write at once'],
    ['{ NX: true, PX: LASTS_MS }', '{ PX: LASTS_MS }', 'an instance takes the lock of another'],
    [
      "== ARGV[1] then return redis.call('DEL', KEYS[1]) end",
      "~= ARGV[1] then return redis.call('DEL', KEYS[1]) end",
      'an instance releases the lock of another',
    ],
  ],
  'lib/instances/mirror.ts': [
    ['if (generation <= this.generation) return', '', 'an instance goes back to an earlier snapshot'],
    ['await copyContents(namesIn(state.manifest), shared, local)', '', 'a state is served whose contents are missing'],
  ],
  'lib/instances/publisher.ts': [
    ['prepared.snapshot === manifest.version', 'true', 'half a preparation is published'],
    ['<= LARGEST_FILE', '<= Number.POSITIVE_INFINITY', 'large files fill Redis'],
  ],
  'lib/instances/relay.ts': [
    [
      'if (text === this.#report) return\n    await this.shared.redis.set',
      'await this.shared.redis.set',
      'an unchanged report is written each second',
    ],
    ['if (all === true) asked.sync.all = true', '', 'a request for everything is dropped'],
  ],
  'lib/instances/roster.ts': [
    [
      '.every((each) => each[what] >= generation)',
      '.some((each) => each[what] >= generation)',
      'one instance that is ready stands for all',
    ],
    ['{ PX: FORGOTTEN_AFTER_MS }', '{ PX: 3_600_000 }', 'an instance that is gone is waited for'],
  ],
  'lib/instances/source.ts': [
    [
      "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end",
      '',
      'an instance that may not write replaces the source',
    ],
    [
      'content !== undefined && hashOf(content) === hash ? content',
      'content !== undefined ? content',
      'a broken page is restored',
    ],
    ['if (!FILE.test(file) ||', 'if (', 'a manifest in Redis can write anywhere'],
  ],
  'lib/redis/connection.ts': [
    ['return `${protocol}//${host}${pathname}`', 'return url', 'the log holds the password of Redis'],
    ['if (isAway) return', '', 'the log repeats that Redis is away'],
  ],
  'lib/redis/shared.ts': [['runtime.redis ??=', 'runtime.redis =', 'each request opens a connection']],
})
