import { listEdits } from './plan.mjs'

export const SERVER_EDITS = listEdits({
  'server/greeting.ts': [['if (!isTerminal) return [first]', '', 'logs contain hints for a terminal']],
  'server/progress-line.ts': [
    ['this.#output.isTTY !== true || ', '', 'a log contains lines of progress'],
    ['if (done >= all) line.clear()', 'if (done > all) line.clear()', 'a message follows the progress on its line'],
  ],
  'server/sync-clock.ts': [[' || Date.now() >= this.#wall', '', 'a machine that was suspended does not sync']],
  'server/syncing.ts': [
    [
      'mayStart ||= clock.isDue()',
      'mayStart = true',
      'a site without visitors syncs',
      'The sync then starts when it is due instead of after the next response: only its time differs.',
    ],
  ],
  'lib/base-path.ts': [
    [
      'return /^[?#]|^$/.test(rest) ? `/${rest}` : undefined',
      'return `/${rest}`',
      'a similar path outside of the base path belongs to the site',
    ],
    ['if (!address.startsWith(basePath)) return undefined', '', 'an address outside of the base path is served'],
  ],
  'middleware.ts': [
    ['getEnv().signIn === undefined || !needsSession(pathname)', 'true', 'members pages are public'],
    ['if (isOn) return respondNotAllowed(site, handler)', '', 'a wrong method returns 404'],
    ['Boolean(getEnv()[handler.needs])', 'true', 'the address of the metrics is public'],
    [
      'if (wait > 0) return respondWithErrorPage(429',
      'if (wait < 0) return respondWithErrorPage(429',
      'the search page has no limit',
    ],
    ["!prefersMarkdown(request.headers.get('accept'))", 'true', 'pages have no Markdown copy at their own address'],
    ["'content-security-policy': createContentSecurityPolicy([THEME_SCRIPT]),", '', 'an error page may run any script'],
  ],
  'lib/workers/job-queue.ts': [
    ['if (task?.wasRetried) task.reject', 'if (task) task.reject', 'the other jobs of a stopped worker are lost'],
    [
      '=> setTimeout(() => setImmediate(act), ms)',
      '=> setTimeout(act, ms)',
      'a busy process stops a worker that has already responded',
    ],
  ],
  'lib/problems.ts': [
    ['problem !== undefined && performance.now() < problem.until', 'problem !== undefined', 'health never recovers'],
    ['getRuntime().problems?.delete(cause)', 'getRuntime()', 'a solved problem stays in the health report'],
  ],
  'lib/health.ts': [
    [
      "if (report !== undefined && report.state !== 'running') seen.ended = report",
      'seen.ended = report',
      'health is ready whenever a sync runs',
    ],
    ['Math.min(ago, now - seen.checkedAt)', 'ago', 'health depends on changes of the wall clock'],
    ['now - Math.min(ago, now - seen.checkedAt)', 'now', 'a sync that ended long ago counts as new'],
    ["report?.state === 'running' && report.mode === 'full'", 'false', 'health is ready during the first sync'],
    ['(ended?.missingFiles ?? 0) > 0', 'false', 'missing files are not in the health report'],
  ],
  'server/wall-clock.ts': [
    ['Math.abs(last - before) > JUMP_MS', 'last - before > JUMP_MS', 'a clock that is set back is not detected'],
  ],
  'lib/auth/public-guard.ts': [
    ['if (status === 404 || status === 410', 'if (status === 410', 'a missing page gets status 200'],
    [
      "isAllowed(PAGES, method) ? { kind: 'pass', found }",
      "true ? { kind: 'pass', found }",
      'a page accepts any method',
    ],
  ],
  'server/documents/plain-request.ts': [
    ['if (CLIENT_HEADER.test(name)) return false', '', 'a request for RSC data gets a document'],
    ['pathname === getViewerPath(address.path, PUBLIC)', 'true', 'each spelling of a path has its own cached document'],
    ['if (prefersMarkdown(headers.accept ?? null)) return false', '', 'Markdown is not sent for a cached page'],
    ['PREVIEW_COOKIE.test(headers.cookie)', 'false', 'a preview shows the public version'],
  ],
  'server/documents/documents.ts': [
    ['findCurrentVersion(pathname) === version', 'true', 'a late render replaces a newer document'],
    ['this.#cache.get(page.path, page.version)', 'this.#cache.get(page.path, page.path)', 'every visit is rendered'],
  ],
  'server/documents/capture.ts': [
    ["['set-cookie', 'content-encoding', 'location']", "['location']", 'a cookie of one visitor is sent to all'],
    ['if (!before.has(name) && !NOT_STORED', 'if (!NOT_STORED', 'visitors share the id of a request'],
  ],
  'server/documents/send-document.ts': [
    [
      'serverHeaders.length === 0 ? head : [...serverHeaders, ...head]',
      'head',
      'a cached page lacks the headers of the server',
    ],
    ["encodings(['br', 'gzip'])", "encodings().concat('gzip')", 'a client gets an encoding that it does not accept'],
    ['withoutWeakness(tag) === bare', 'tag === bare', 'a client downloads an unchanged page again'],
  ],
  'lib/site/get-site.ts': [
    [
      'if (state.site === site) state.loaded = loaded',
      'state.loaded = loaded',
      'a late load restores an outdated site',
    ],
  ],
  'lib/site/status.ts': [['gone: 410', 'gone: 404', 'deleted pages return 404 instead of 410']],
  'lib/routes.ts': [
    [
      "methods: ['POST'], needs: 'revalidateSecret' }",
      "methods: ['POST'] }",
      'the address that refreshes pages is public',
    ],
  ],
})

export const TOOLS_EDITS = listEdits({
  'server/warm-up.ts': [["address.startsWith('/')", 'true', 'pictures of other sites are fetched']],
  'server/bad-requests.ts': [
    ['STATUSES[code] ?? 400', '400', 'headers that are too large return 400'],
    [
      'if (!socket.writable || hasBegun) {',
      'if (!socket.writable) {',
      'an error response is written into another response',
    ],
  ],
  'server/http-server.ts': [
    ['removeFrameworkHeaders(request)', '', 'a client chooses the nonce of a cached page'],
    ['if (!hasBody(request)) return respondInTurn(request)', 'return respondInTurn(request)', 'bodies have no limit'],
    [
      "if (UNQUEUED_KINDS.has(route.kind) || route.segment === 'api/health') return handleWhenReady(received)",
      'return handleWhenReady(received)',
      'one client can fill the queue of all clients',
    ],
  ],
  'server/request-body.ts': [
    ['if (bytes > MAX_BODY_BYTES) refuse(413)', '', 'a body without a declared length has no limit'],
    ['setTimeout(refuse, withinMs, 408)', 'setTimeout(() => {}, withinMs)', 'a body has no time limit'],
  ],
  'server/limits/client-queues.ts': [
    ['if (queue.size >= this.maxWaiting) return false', '', 'waiting requests of a client have no limit'],
    ['{ signal: closed.signal }', '{}', 'requests of disconnected clients are handled'],
  ],
  'server/limits/connections.ts': [
    ['count > maxFromNetwork', 'false', 'one client can use all connections'],
    ['server.timeout = stalledMs', '', 'a client that reads nothing keeps its connection'],
    ['if (trustedProxies > 0) return', '', 'a proxy has too few connections'],
  ],
  'lib/client-network.ts': [['.slice(0, NETWORK_GROUPS)', '', 'addresses of one network count as many clients']],
  'cli/lib/sync-output.ts': [
    ["access.kind === 'public'", 'true', 'the log of a sync contains titles of pages for members'],
    ["if (state !== 'done') {", "if (state === 'failed') {", 'a refused sync is reported as done'],
    [
      'Math.round(progress.rate * 60)',
      'Math.round(progress.rate)',
      'requests per second are reported as requests per minute',
    ],
  ],
  'server/json-log.ts': [['...(id && { id })', '', 'a line of the log does not contain the id of its request']],
})
