import { listEdits } from './plan.mjs'

export const APP_EDITS = listEdits({
  'app/api/metrics/route.ts': [
    ["!isBearer(request.headers.get('authorization'), metricsToken)", 'false', 'anyone reads the metrics'],
  ],
  'app/api/revalidate/route.ts': [
    ["!isBearer(request.headers.get('authorization'), secret)", 'false', 'anyone refreshes pages'],
  ],
  'app/api/search/route.ts': [['isCrossOrigin(request, getEnv())', 'false', 'another site searches for its visitors']],
  'app/api/webhooks/notion/route.ts': [
    [
      "!isSignedWith(webhookToken, body, request.headers.get('x-notion-signature'))",
      'false',
      'events need no signature',
    ],
  ],
  'app/respond-with-page-data.ts': [
    [
      'if (isPublicViewer(viewer)) return respondWithText',
      'if (false) return respondWithText',
      'public rows are never cached',
    ],
    ["segment.replace(/\\.json$/, '')", 'segment', 'rows and branches are not found by their addresses'],
  ],
  'lib/http/markdown-copy.ts': [
    [
      "await getCachedText(page, 'markdown', render, getNextHour())",
      'await render()',
      'each request renders a Markdown copy',
    ],
  ],
  'lib/http/mcp.ts': [
    ['if (wait > 0) throw', 'if (false) throw', 'an assistant may call as often as it likes'],
    ["site.page(toUuid(id) ?? '', PUBLIC)", 'site.index.pages[0]', 'any id returns a page'],
    ['if (Array.isArray(message)) return', 'if (false) return', 'one request contains many calls'],
  ],
  'lib/formats/llms-full.ts': [
    ['if (size + own > partBytes)', 'if (size > partBytes)', 'the parts of a long text are longer than the limit'],
  ],
  'lib/http/text-response.ts': [
    [
      "matchesEtag(request.headers.get('if-none-match'), etag)",
      "request.headers.has('if-modified-since') || matchesEtag(request.headers.get('if-none-match'), etag)",
      'a feed still contains a page that was closed',
    ],
  ],
  'lib/http/shared-cache.ts': [
    ['s-maxage=${seconds}', 's-maxage=${browserSeconds}', 'shared caches store a file of a page that was closed'],
  ],
  'lib/http/request-body.ts': [['if (length > most) return undefined', '', 'a body of any length is read']],
  'lib/page/routes/site-chrome.ts': [
    [
      'site.name(PUBLIC) === undefined ? undefined : createForms',
      'createForms',
      'forms of a closed root page are shown',
    ],
    [
      'site.page(site.index.root, viewer)',
      'site.index.pages.find(({ id }) => id === site.index.root)',
      'the icon of a closed root page is shown',
    ],
    ["...(viewer.role === 'editor' && {", '...({', 'visitors see a link to the editor dashboard'],
    ['...(isPublicViewer(viewer) && {', '...({', 'analytics scripts run on members pages'],
  ],
})
