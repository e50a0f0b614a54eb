const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** What a request is for, of few words: addresses themselves would be as many figures as there are pages, and say who read what. */
const KINDS = /** @type {const} */ ([
  ['asset', /^\/_next\//],
  ['search', /^\/(?:api\/)?search(?:[/?]|$)/],
  ['api', /^\/api\//],
  ['members', /^\/members(?:[/?]|$)/],
  ['file', /^\/files\//],
  ['account', /^\/(?:sign-in|sign-up|account|organization|auth)(?:[/?]|$)/],
  ['document', /^[^?]*\.[a-z0-9]+(?:\?|$)/i],
])

/** Which kind of thing is asked for at this path, with or without a query. */
export function kindOf(/** @type {string} */ path) {
  return KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'page'
}

/** Starts counting in this process; the answer counts a request, in seconds. Who does not count does not wait for the code that does. */
export async function countRequests() {
  const { Counter, collectDefaultMetrics, Histogram } = await import('prom-client')
  collectDefaultMetrics()
  const requests = new Counter({
    name: 'colophon_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['kind', 'status'],
  })
  const durations = new Histogram({
    name: 'colophon_request_duration_seconds',
    help: 'From the request to the end of its answer.',
    labelNames: ['kind'],
    buckets: BUCKETS,
  })
  return (/** @type {string} */ kind, /** @type {number} */ status, /** @type {number} */ seconds) => {
    requests.inc({ kind, status })
    durations.observe({ kind }, seconds)
  }
}
