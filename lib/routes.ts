import { MEMBERS } from './members-path'

type Method = 'GET' | 'HEAD' | 'POST'

/** One route of the site. */
export interface Route {
  /** First segments of its paths. Of several routes that fit a path, the one with the most segments counts. */
  segment: string
  /** What may follow the segment: for a handler the rest of the path, for a copy what precedes the page's path. Default: nothing. */
  below?: RegExp
  /** What visitors may request it with. */
  methods: readonly Method[]
  /** Who may use it. Only `everyone` needs no session. `viewer`: anyone, but the response depends on the session. */
  audience: 'everyone' | 'viewer' | 'member' | 'editor'
  /** False if crawlers find no content there, or only content that is also at other addresses. */
  crawlable: boolean
  /**
   * `page`: the site resolves the path to a page or list. `copy`: a page in another form, with the page's path below the segment.
   * `unlock`: takes passwords, or sends a file of a page with a password. `preview`: sends a file of a draft. `account`: a screen of the
   * sign-in service. All others respond by themselves.
   */
  kind:
    | 'page'
    | 'copy'
    | 'account'
    | 'dashboard'
    | 'unlock'
    | 'preview'
    | 'search'
    | 'api'
    | 'file'
    | 'document'
    | 'asset'
  /** The route responds only if this setting is on. Members routes also respond to a visitor who is signed in. */
  needs?: 'signIn' | 'development' | 'revalidateSecret' | 'metricsToken' | 'siteSecret' | 'commentsForm'
  /** False if a newer snapshot changes no response, so that a reader never waits for one. */
  needsNewest?: false
  /** Whether a page may have the path of the route, because such pages existed before the route. */
  mayBePage?: true
  /** Whether the middleware runs; by default for every path without a file extension. */
  middleware?: 'always' | 'never'
}

const READ_METHODS = ['GET', 'HEAD'] as const
const FILE_PATH = /^\/[^/]+\/[^/]+$/
const HTML_PATH = /^\/[^/]+\/[0-9a-f]{64}$/

const PUBLIC = { methods: READ_METHODS, audience: 'everyone', crawlable: true } as const
const COPY = { ...PUBLIC, kind: 'copy' } as const
const DOCUMENT = { ...PUBLIC, kind: 'document' } as const
const API = { audience: 'viewer', crawlable: false, kind: 'api', middleware: 'always' } as const
const MEMBER_ROUTE = {
  methods: READ_METHODS,
  audience: 'member',
  crawlable: false,
  needs: 'signIn',
  middleware: 'always',
} as const
const EDITOR_ROUTE = { ...MEMBER_ROUTE, audience: 'editor', needs: 'development' } as const
const UNLOCKING = {
  audience: 'everyone',
  crawlable: false,
  kind: 'unlock',
  needs: 'siteSecret',
  middleware: 'always',
} as const
const PREVIEWING = { ...UNLOCKING, methods: READ_METHODS, kind: 'preview' } as const
const PREVIEW_DATA = {
  ...API,
  methods: READ_METHODS,
  audience: 'everyone',
  needs: 'siteSecret',
  below: /^\/./,
} as const
const ACCOUNT = { methods: READ_METHODS, crawlable: false, kind: 'account', needs: 'signIn' } as const

/** The route of all paths that no other route has. */
export const PAGES: Route = { segment: '', ...PUBLIC, kind: 'page' }

/** First segment of the pages that a visitor reads after giving a password. */
export const UNLOCK = 'unlock'

/** First segment of the drafts that preview links show. The token of the link follows. */
export const PREVIEW = 'preview'

/** The path of the page with a member's addresses for feed readers and assistants. */
export const PERSONAL_ACCESS = 'account/access'

/** The segment of the HTML files that pages show in iframes, such as `/embed.html/<hash>`. No page has a path with a dot. */
export const HTML_BLOCKS = 'embed.html'

/** Every route of the site, from which all code that names or treats routes derives what it needs. */
export const ROUTES: readonly Route[] = [
  PAGES,
  { segment: 'tags', ...PUBLIC, kind: 'page' },
  { segment: 'categories', ...PUBLIC, kind: 'page', mayBePage: true },
  { segment: 'authors', ...PUBLIC, kind: 'page', mayBePage: true },
  { segment: 'archive', ...PUBLIC, kind: 'page' },
  { segment: 'plain', ...COPY },
  { segment: 'social', ...COPY },
  { segment: 'comments', ...COPY, mayBePage: true, below: /^\/[1-9]\d{0,3}(?=\/|$)/ },
  { segment: 'rows', ...COPY, below: /^\/[0-9a-f]{8}\/[1-9]\d{0,4}(?=\/|$)/ },

  { segment: 'api', ...API, methods: [] },
  { segment: 'api/comments', ...API, methods: [...READ_METHODS, 'POST'], needs: 'commentsForm' },
  { segment: 'api/health', ...API, methods: READ_METHODS, needsNewest: false },
  // The token in its address decides, so that no session is read or renewed: the sign-in service would get the address.
  { segment: 'api/feed', ...API, methods: READ_METHODS, audience: 'everyone', below: /^\/[^/]+$/ },
  // Reached by rewrites only.
  { segment: 'api/epub', ...API, methods: [] },
  { segment: 'api/markdown', ...API, methods: [] },
  { segment: 'api/helpful', ...API, methods: ['POST'], audience: 'everyone' },
  { segment: 'api/metrics', ...API, methods: READ_METHODS, needs: 'metricsToken', needsNewest: false },
  // The token in its address decides, as for `api/feed`.
  { segment: `api/${PREVIEW}`, ...PREVIEW_DATA },
  { segment: 'api/personal-access', ...API, methods: ['POST'], needs: 'signIn' },
  { segment: 'api/revalidate', ...API, methods: ['POST'], needs: 'revalidateSecret' },
  { segment: 'api/branches', ...API, methods: READ_METHODS, below: /^\/./ },
  { segment: 'api/rows', ...API, methods: READ_METHODS, below: /^\/./ },
  // As for `api/preview`.
  { segment: `api/branches/${PREVIEW}`, ...PREVIEW_DATA },
  { segment: `api/rows/${PREVIEW}`, ...PREVIEW_DATA },
  { segment: 'api/search', ...API, methods: ['POST'], kind: 'search' },
  { segment: 'api/views', ...API, methods: READ_METHODS, audience: 'everyone', below: /^\/[0-9a-f-]{32,36}$/ },
  { segment: 'api/webhooks/notion', ...API, methods: ['POST'] },
  // Has no handler. The specification requires that the route guard runs for it (N-329 in tests/conformance/statements.md).
  { segment: 'trpc', ...API, methods: [], crawlable: true },

  { segment: MEMBERS, ...MEMBER_ROUTE, kind: 'page' },
  { segment: `${MEMBERS}/files`, ...MEMBER_ROUTE, kind: 'file', below: FILE_PATH },
  { segment: `${MEMBERS}/${HTML_BLOCKS}`, ...MEMBER_ROUTE, kind: 'file', below: HTML_PATH },
  { segment: `${MEMBERS}/desk`, ...EDITOR_ROUTE, kind: 'dashboard' },
  { segment: `${MEMBERS}/desk/statistics`, ...EDITOR_ROUTE, kind: 'api' },
  { segment: `${MEMBERS}/desk/refresh`, ...EDITOR_ROUTE, methods: ['POST'], kind: 'api' },
  { segment: `${MEMBERS}/desk/previews`, ...EDITOR_ROUTE, methods: ['POST'], kind: 'api' },

  // The middleware resolves the pages below `/unlock/`.
  { segment: UNLOCK, ...UNLOCKING, methods: ['POST'] },
  { segment: `${UNLOCK}/files`, ...UNLOCKING, methods: READ_METHODS, below: FILE_PATH },
  { segment: `${UNLOCK}/${HTML_BLOCKS}`, ...UNLOCKING, methods: READ_METHODS, below: HTML_PATH },

  // The middleware resolves the drafts at `/preview/<token>` and below.
  { segment: PREVIEW, ...PREVIEWING, below: /^\/[^/]+\/(?:files\/[^/]+\/[^/]+|embed\.html\/[^/]+\/[0-9a-f]{64})$/ },

  { segment: 'search', methods: READ_METHODS, audience: 'viewer', crawlable: false, kind: 'search' },
  { segment: 'mcp', methods: ['POST'], audience: 'everyone', crawlable: false, kind: 'api' },
  { segment: 'files', ...PUBLIC, kind: 'file', below: FILE_PATH },
  { segment: HTML_BLOCKS, ...PUBLIC, crawlable: false, kind: 'file', below: /^\/[0-9a-f]{64}$/ },

  { segment: 'sign-in', ...ACCOUNT, audience: 'everyone', middleware: 'never' },
  { segment: 'sign-up', ...ACCOUNT, audience: 'viewer' },
  { segment: 'account', ...ACCOUNT, audience: 'member' },
  { segment: PERSONAL_ACCESS, ...ACCOUNT, audience: 'member' },
  { segment: 'organization', ...ACCOUNT, audience: 'member' },
  { segment: 'auth', ...ACCOUNT, audience: 'viewer', middleware: 'never' },

  { segment: 'robots.txt', ...DOCUMENT },
  { segment: 'sitemap.xml', ...DOCUMENT },
  { segment: 'feed.xml', ...DOCUMENT },
  { segment: 'feed.json', ...DOCUMENT },
  { segment: 'comments.xml', ...DOCUMENT },
  { segment: 'llms.txt', ...DOCUMENT },
  { segment: 'llms-full.txt', ...DOCUMENT },
  { segment: 'manifest.webmanifest', ...DOCUMENT },
  { segment: 'icon-180.png', ...DOCUMENT },
  { segment: 'icon-192.png', ...DOCUMENT },
  { segment: 'icon-512.png', ...DOCUMENT },
  { segment: '_next', ...PUBLIC, kind: 'asset', middleware: 'never', needsNewest: false },
]
