import { editsIn } from './plan.mjs'

export const APP_EDITS = editsIn({
  'app/api/markdown/[[...path]]/route.ts': [
    [
      "await getCachedText(page, 'markdown', make, getNextHour())",
      'await make()',
      'each request renders a Markdown copy',
    ],
  ],
  'app/api/metrics/route.ts': [
    ["!isBearer(request.headers.get('authorization'), metricsToken)", 'false', 'anyone reads the metrics'],
  ],
  'app/api/revalidate/route.ts': [
    ["!isBearer(request.headers.get('authorization'), secret)", 'false', 'anyone refreshes pages'],
  ],
  'app/api/search/route.ts': [
    ['isFromElsewhere(request, getEnv())', 'false', 'another site searches for its visitors'],
  ],
  'app/api/webhooks/notion/route.ts': [
    [
      "!isSignedWith(webhookToken, body, request.headers.get('x-notion-signature'))",
      'false',
      'events need no signature',
    ],
  ],
  'lib/http/text-response.ts': [
    [
      "matchesEtag(request.headers.get('if-none-match'), etag)",
      "request.headers.has('if-modified-since') || matchesEtag(request.headers.get('if-none-match'), etag)",
      'a feed goes on naming a page that was closed',
    ],
  ],
  'lib/http/shared-cache.ts': [
    ['s-maxage=${seconds}', 's-maxage=${browserSeconds}', 'shared caches keep a file of a page that was closed'],
  ],
  'lib/http/request-body.ts': [['if (length > most) return undefined', '', 'a body of any length is read']],
  'lib/page/routes/site-chrome.ts': [
    [
      'site.page(site.index.root, viewer)',
      'site.index.pages.find(({ id }) => id === site.index.root)',
      'the icon of a closed root page is shown',
    ],
    ["...(viewer.role === 'editor' && {", '...({', 'visitors see a link to the editor dashboard'],
    ['...(!viewer.signedIn && {', '...({', 'the scripts that count visits learn what members read'],
  ],
})
