// Raises the deadlines of the workers of a site under test, because a busy machine may exceed them:
// `NODE_OPTIONS=--import=…/long-deadlines.mjs`. A queue gets its deadline when the site keeps it in `lib/runtime.ts`.
const KEY = Symbol.for('colophon.runtime')
const DEADLINE_MS = 60_000
const runtime = {}
for (const name of ['pageThread', 'pictures', 'searchIndex']) {
  /** @type {{ deadlineMs: number } | undefined} */
  let queue
  Object.defineProperty(runtime, name, {
    get: () => queue,
    set(/** @type {{ deadlineMs: number } | undefined} */ made) {
      queue = made
      if (queue !== undefined) queue.deadlineMs = DEADLINE_MS
    },
  })
}
Object.assign(globalThis, { [KEY]: runtime })
