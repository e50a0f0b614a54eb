import { editsIn } from './plan.mjs'

export const AUTH_EDITS = editsIn({
  'lib/auth/desk.ts': [
    [
      "signIn === undefined ? development : viewer.role === 'editor'",
      "signIn === undefined ? true : viewer.role === 'editor'",
      'the desk of a site without sign-in is public',
    ],
    ["viewer.role === 'editor'", 'viewer.signedIn', 'every member uses the desk'],
  ],
  'lib/auth/guard.ts': [
    [
      "if (!viewer.signedIn) return { kind: 'redirect'",
      "if (false) return { kind: 'redirect'",
      'a visitor passes the guard of members pages',
    ],
    ['pathname + search', 'pathname', 'a visitor returns without the query'],
    ["mayUseDesk(viewer, env) ? 'page' : 'forbidden'", "'page'", 'every member uses the desk'],
    ["return { kind: 'forbidden' }", "return { kind: 'page' }", 'missing members pages answer 200'],
    ["if (handler !== undefined) return { kind: 'pass' }", '', 'files of members are missing pages'],
  ],
  'lib/members-path.ts': [['(?:[/?#]|$)', '', 'a page named `members-of-parliament` is a members page']],
  'lib/auth/remembered-proofs.ts': [
    ['Date.now() < proof.until ? proof.viewer', 'true ? proof.viewer', 'a session never ends'],
    ['until: expires * 1000', 'until: expires * 1_000_000', 'a session lasts a thousand times as long'],
  ],
  'lib/auth/routes.ts': [
    ["|| pathname.startsWith('//') ||", '||', 'sign-in leads to another site'],
    [
      'origin !== siteUrl ||',
      '',
      'sign-in leads to another site',
      'A path or an address that begins with the site has no other origin; this is a second check.',
    ],
    [
      '/[\\\\\\p{Cc}]/u.test(asked)',
      'false',
      'a backslash leads to another site',
      'Such an address has another origin, which the next check refuses; this one is there for browsers that read it otherwise.',
    ],
    ["findRoute(pathname).audience !== 'everyone'", 'true', 'public pages ask the sign-in service'],
  ],
  'lib/auth/same-site.ts': [
    [
      "if (site !== null) return site === 'same-origin'",
      "if (site !== null) return site !== 'cross-site'",
      'a page of a neighbouring site presses buttons',
    ],
    ['origin === siteUrl ||', 'origin !== null ||', 'a page of any site presses buttons'],
  ],
  'lib/auth/secrets.ts': [
    [
      'return timingSafeEqual(digest(given), digest(secret))',
      'return secret.startsWith(given)',
      'the beginning of a secret is enough',
    ],
    ['`sha256=${createHmac(', '`${createHmac(', 'signed webhooks are refused'],
  ],
  'lib/auth/clerk/sign-in-provider.ts': [
    [
      'const isOurs = azp === siteUrl &&',
      'const isOurs =',
      'a token for another site is accepted',
      'The library refuses such a token already, as `authorizedParties` tells it; this is a second check.',
    ],
    ['[settings.issuer, settings.proxyUrl].includes(iss)', 'true', 'a token of another issuer is accepted'],
  ],
  'lib/auth/session.ts': [
    ["/^(?:org:)?admin$/.test(organization?.role ?? '')", 'true', 'every member of the editors organization edits'],
    [
      'slug !== undefined &&\n    slug === env.editorsOrganization?.toLowerCase() &&',
      '',
      'an admin of any organization edits',
    ],
    ['env.editorsOrganization, kept]', 'kept]', 'a remembered proof outlives the setting of editors'],
  ],
})

export const WEBHOOKS_EDITS = editsIn({
  'lib/webhooks/event-memory.ts': [
    ["if (ids.has(id)) return 'repeated'", '', 'an event is done twice'],
    ['ids.delete(id)\n      throw error', 'throw error', 'an event that failed is never done'],
    ['if (ids.size <= MOST) break', 'break', 'events fill the memory'],
  ],
  'lib/webhooks/notion-event.ts': [
    ["id === '' || id.length > LONGEST_ID", "id === ''", 'a long id is remembered'],
    ['if (NOT_SHOWN.test(type)) return', 'if (false) return', 'comments refresh the site'],
    ['_[\\w-]{8,200}$/.test(token)', '/.test(token)', 'any text is shown as a key'],
  ],
  'lib/webhooks/verification.ts': [
    ["if (known.length >= MOST) return 'full'", '', 'anyone can fill the disk with keys'],
    ["if (known.some((each) => each.token === token)) return 'known'", '', 'a key is shown twice'],
  ],
  'lib/webhooks/wanted.ts': [
    [
      "if (refresh === 'nothing') return undefined",
      "if (refresh === 'nothing') return { all: true }",
      'comments refresh the site',
    ],
    ['shown.length > 0 || isCollection ?', 'true ?', 'rows of an unknown database are not fetched'],
  ],
})

export const SETTINGS_EDITS = editsIn({
  'lib/env.ts': [
    ["/_(?:URL|ENDPOINT)$/.test(name) ? 'malformed' :", '', 'an error prints the password in an address'],
    ["whole('TRUST_PROXY', 0, 0, 10)", "whole('TRUST_PROXY', 1, 0, 10)", 'a header of the visitor is believed'],
    [
      "whole('SEARCH_RATE', 600,",
      "whole('SEARCH_RATE', 60,",
      'visitors may search less often than the documentation says',
    ],
    [
      'value >= least && value <= most) return value',
      'value >= least) return value',
      'a number above its limit is taken',
    ],
    ['if (stateDir === workspaceDir) bad', 'if (false) bad', 'the state folder is the workspace'],
    [
      "'EMBEDS', ['load', 'click', 'off'], 'load')",
      "'EMBEDS', ['load', 'click', 'off'], 'off')",
      'embeds are off by default',
    ],
    ['!/^sk_(live|test)_\\S+$/.test(secretKey)', 'false', 'a publishable key passes for a secret one'],
    [
      "development: source.NODE_ENV === 'development'",
      "development: source.NODE_ENV !== 'production'",
      'the desk is open in any other environment',
    ],
    ['if (problems.length > 0) throw', 'if (problems.length > 1) throw', 'one wrong value is not noticed'],
    ['port: _, stateDir: __,', 'stateDir: __,', 'instances on other ports share no pages'],
  ],
  'lib/find-route.ts': [
    ["route?.middleware === 'never' ||", '', 'a form that is sent to a sign-in screen is a server error'],
    ["&& route?.kind !== 'api')", ')', 'no API takes what is sent to a name with a file extension'],
    ['(route.below ?? /^$/)', '(route.below ?? /^/)', 'whatever is below a handler is that handler'],
    ['(route.below ?? /^/).exec', '(route.below ?? /^$/).exec', 'a page has no plain form'],
    [
      'for (let count = segments.length; count > 0; count--)',
      'for (let count = 1; count > 0; count--)',
      'an API route is the API',
    ],
  ],
  'lib/routes.ts': [
    [
      "{ segment: MEMBERS, ...OWN, kind: 'page' }",
      "{ segment: MEMBERS, ...PUBLIC, kind: 'page' }",
      'members pages are public',
    ],
    ["methods: READING, needs: 'metricsToken' }", 'methods: READING }', 'anyone finds the metrics'],
    [
      "methods: ['POST'], needs: 'revalidateSecret' }",
      "methods: ['POST'] }",
      'anyone finds the address that refreshes pages',
    ],
    ["audience: 'member', crawlable: false,", "audience: 'member', crawlable: true,", 'crawlers visit members pages'],
    [
      "segment: 'api/search', ...API, methods: ['POST'],",
      "segment: 'api/search', ...API, methods: READING,",
      'no search is answered',
    ],
  ],
  'lib/branding/branding.ts': [
    [
      'if (/^\\/(?!\\/)/.test(text)) return text',
      "if (text.startsWith('/')) return text",
      'a logo is loaded from another host',
    ],
    ['/^#[0-9a-f]{6}$/i.test(text)', '/^#[0-9a-f]{6}/i.test(text)', 'a colour ends a style sheet'],
  ],
  'lib/third-parties.ts': [
    ['!/^[\\w.,-]+$/.test(name)', 'false', 'any text is an attribute of the script that counts'],
  ],
  'lib/metrics/requests.ts': [
    ["? 'document' : 'page'", "? 'document' : 'asset'", 'pages are counted as assets'],
    [
      "if (audience === 'member' || audience === 'editor') return 'members'",
      '',
      'members pages are counted as public ones, and the log names them',
    ],
  ],
  'lib/metrics/snapshot.ts': [
    ['&& sync.failed.length === 0 ? 1 : 0', '? 1 : 0', 'a sync that left pages out counts as good'],
    ['(Date.now() - syncedAt) / 1000', 'Date.now() - syncedAt', 'the age is in milliseconds'],
  ],
  'lib/metrics/counts.ts': [
    ['(performance.now() - started) / 1000', 'performance.now() - started', 'search times are in milliseconds'],
  ],
  'lib/messages/messages.ts': [
    [
      'Object.hasOwn(texts, locale) ? texts[locale as Locale] : texts.en',
      'texts[locale as Locale] ?? texts.en',
      'a language named like an inherited property',
    ],
  ],
})
