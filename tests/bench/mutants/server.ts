import { editsIn } from './plan.mjs'

export const SERVER_EDITS = editsIn({
  'middleware.ts': [
    [
      'if (path === undefined) return answer(400)',
      'if (path === undefined) return answer(404)',
      'a malformed address is a missing page',
    ],
    ['getEnv().signIn === undefined || !isForViewers(pathname)', 'true', 'members pages are public'],
    ['if (status !== 200) return answer(', 'if (status === 308) return answer(', 'a missing page is answered with 200'],
    ['if (isOn) return notAllowed(site, handler)', '', 'a wrong method is a missing page'],
    ['Boolean(getEnv()[handler.needs])', 'true', 'anyone finds the metrics'],
    ['status: 308, headers: NOT_KEPT', 'status: 308', 'a browser keeps a redirect that may change'],
    ['if (isTooLong(query)) return answer(400, site)', '', 'a question of any length is answered'],
    ['if (wait > 0) return answer(429', 'if (wait < 0) return answer(429', 'the search page has no limit'],
    ["...(status === 503 && { 'retry-after': '5' }),", '', 'a client does not know when to come back'],
    ["!prefersMarkdown(request.headers.get('accept'))", 'true', 'no page has a Markdown copy by its address'],
    ["'content-security-policy': contentSecurityPolicy(html),", '', 'an error page may run any script'],
    [
      'const near = missing === undefined ? undefined : site?.near(missing)',
      'const near = undefined',
      'a missing page names no others',
    ],
  ],
})

export const TOOLS_EDITS = editsIn({
  'tools/lib/compile-hints.ts': [
    ['if (!text.startsWith(HINT)) writeFileSync', 'writeFileSync', 'each build adds a line to the scripts'],
    ['rootMainFiles.length === 0', 'false', 'a build without first scripts is not noticed'],
  ],
  'tools/lib/conformance.ts': [
    ["passed: status === 'passed'", "passed: status !== 'failed'", 'skipped statements count as held'],
  ],
  'server/warm-up.ts': [
    [
      '...(isOneOfSeveral ? [] : [renderHome(origin)])',
      'renderHome(origin)',
      'each of several instances makes all pictures at its start',
    ],
    ["address.startsWith('/')", 'true', 'pictures of other sites are fetched'],
  ],
  'server/bad-requests.ts': [
    ['STATUSES[code] ?? 400', '400', 'headers that are too large are a bad request'],
    ['if (!socket.writable || hasBegun) {', 'if (!socket.writable) {', 'an answer stands within another'],
  ],
  'tools/lib/sync-output.ts': [
    ['if (isNews || !this.isWatching) printSummary(report)', 'printSummary(report)', 'the log has a line each minute'],
    [
      'for (const { id, title, reason } of failed.slice(0, MOST_LISTED))',
      'for (const { id, title, reason } of failed)',
      'the log has a line for each of many failures',
    ],
    ["if (report.state === 'running') console.log", 'console.log', 'the last report is printed twice'],
    ["if (state !== 'done') {", "if (state === 'failed') {", 'a refused sync looks as if it were done'],
  ],
  'tools/lib/watch.ts': [
    [
      "full === ignored || name.startsWith('.')",
      "name.startsWith('.')",
      'the site is prepared again after each preparation',
    ],
    ['if (depth < DEEPEST) visit', 'if (depth < 1) visit', 'changes in deep folders are not seen'],
  ],
  'server/json-log.ts': [['...(id && { id })', '', 'a line of the log does not name its request']],
  'tools/lib/syncing.ts': [
    ['rootPage !== undefined && (await', '(await', 'a folder of record maps is filled by a sync'],
  ],
})
