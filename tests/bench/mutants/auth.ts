import { listEdits } from './plan.mjs'

export const AUTH_EDITS = listEdits({
  'lib/auth/dashboard.ts': [
    [
      "signIn === undefined ? development : viewer.role === 'editor'",
      "signIn === undefined ? true : viewer.role === 'editor'",
      'the editor dashboard of a site without sign-in is public',
    ],
    ["viewer.role === 'editor'", 'viewer.signedIn', 'every member can open the editor dashboard'],
  ],
  'lib/auth/unlocking.ts': [
    ['Number(expires) * 1000 > now && ', '', 'a cookie for a page with a password never expires'],
    ['isSameSecret(signature, sign(`${lock}.${expires}`, env))', 'true', 'a forged cookie opens a page'],
    ['given !== undefined && isSameSecret(given, lock)', 'given !== undefined', 'any password opens a page'],
    ['; HttpOnly', '', 'scripts read the cookie of a page with a password'],
    [
      '= valid.reverse().sort((a, b) => Number(b.expires) - Number(a.expires))',
      '= valid',
      'a correct password does not open a page if there are many older cookies',
    ],
  ],
  'lib/auth/unlock-limit.ts': [
    ['await takeFrom(perClient, readClientKey(headers, env))', '0', 'a client can try a hundred passwords per minute'],
    [
      'wait ||= await takeFrom(perPage, getLockedPage(lock))',
      'wait ||= 0',
      'many clients can try any number of passwords',
    ],
  ],
  'lib/auth/guard.ts': [
    [
      "if (!viewer.signedIn) return { kind: 'redirect'",
      "if (false) return { kind: 'redirect'",
      'a visitor can open members pages',
    ],
    ['pathname + search', 'pathname', 'a visitor returns from sign-in without the query string'],
    ["mayUseDashboard(viewer, env) ? 'page' : 'forbidden'", "'page'", 'every member can open the editor dashboard'],
    ["return { kind: 'forbidden' }", "return { kind: 'page' }", 'missing members pages respond with 200'],
  ],
  'lib/members-path.ts': [['(?:[/?#]|$)', '', 'a page named `members-of-parliament` is a members page']],
  'lib/auth/verified-viewers.ts': [
    ['Date.now() < verified.until ? verified.viewer', 'true ? verified.viewer', 'a session never ends'],
    ['until: expires * 1000', 'until: expires * 1_000_000', 'a session lasts a thousand times as long'],
  ],
  'lib/auth/routes.ts': [
    ["|| path.startsWith('//') ||", '||', 'sign-in redirects to another site'],
    [' || isAccountScreen(path))', ')', 'sign-in redirects to sign-in'],
    ["findRoute(pathname).audience !== 'everyone'", 'true', 'public pages call the sign-in service'],
  ],
  'lib/auth/same-origin.ts': [
    [
      "if (site !== null) return site === 'same-origin'",
      "if (site !== null) return site !== 'cross-site'",
      'a page of a sibling domain can submit forms',
    ],
    ['origin === new URL(siteUrl).origin ||', 'origin !== null ||', 'a page of any site can submit forms'],
  ],
  'lib/auth/secrets.ts': [
    [
      'return timingSafeEqual(digest(given), digest(secret))',
      'return secret.startsWith(given)',
      'a prefix of a secret is accepted',
    ],
    ['`sha256=${createHmac(', '`${createHmac(', 'signed webhooks are rejected'],
  ],
  'lib/auth/clerk/sign-in-provider.ts': [
    [
      'const isOurs = azp === origin &&',
      'const isOurs =',
      'a token for another site is accepted',
      'The library already rejects such a token, because of `authorizedParties`; this is a second check.',
    ],
    ['[settings.issuer, settings.proxyUrl].includes(iss)', 'true', 'a token of another issuer is accepted'],
  ],
  'lib/auth/session.ts': [
    [
      "/^(?:org:)?admin$/.test(organization?.role ?? '')",
      'true',
      'every member of the editors organization is an editor',
    ],
    [
      "organizations.includes(env.editorsOrganization?.toLowerCase() ?? '') &&",
      '',
      'an admin of any organization is an editor',
    ],
    [
      'ORGANIZATION_ID.test(slug.toLowerCase())',
      'false',
      'a slug that equals the id of another organization is accepted',
    ],
    [
      'env.editorsOrganization,\n    credentialHeaders,',
      'credentialHeaders,',
      'a cached viewer outlives a change of the editors organization',
    ],
  ],
})

export const SETTINGS_EDITS = listEdits({
  'lib/env.ts': [
    ["/_(?:URL|ENDPOINT)$/.test(name) ? 'malformed' :", '', 'an error prints the password in an address'],
    [
      "wholeNumber('TRUST_PROXY', 0, 0, 10)",
      "wholeNumber('TRUST_PROXY', 1, 0, 10)",
      'a header of the client is trusted',
    ],
    ['if (stateDir === workspaceDir) addProblem', 'if (false) addProblem', 'the state folder is the workspace'],
    [
      "development: source.NODE_ENV === 'development'",
      "development: source.NODE_ENV !== 'production'",
      'the editor dashboard is public in any other environment',
    ],
    ['if (problems.length > 0) throw', 'if (problems.length > 1) throw', 'a single invalid value is not reported'],
  ],
  'lib/env-sign-in.ts': [
    ['!/^sk_(live|test)_\\S+$/.test(secretKey)', 'false', 'a publishable key is accepted as a secret one'],
  ],
  'lib/branding/branding.ts': [
    [
      'if (/^\\/(?!\\/)/.test(text)) return text',
      "if (text.startsWith('/')) return text",
      'a logo is loaded from another host',
    ],
    ['/^#[0-9a-f]{6}$/i.test(text)', '/^#[0-9a-f]{6}/i.test(text)', 'a color can end a style rule'],
  ],
  'lib/third-parties.ts': [
    ['!/^[\\w.,-]+$/.test(name)', 'false', 'any text can be an attribute of the analytics script'],
  ],
  'lib/messages/locales.ts': [
    ['if (chinese) return chinese[1]', '', 'traditional Chinese gets simplified texts'],
    ['?? siteLocale', '?? LOCALES[0]', 'a page in a language without an interface uses English'],
  ],
  'lib/messages/messages.ts': [
    [
      "texts[chooseLocale(locale, 'en') as Locale]",
      'texts[locale as Locale] ?? texts.en',
      'the interface of zh-HK is in English',
    ],
  ],
  'lib/find-route.ts': [
    ["route?.middleware === 'never' ||", '', 'a form submission to a sign-in screen causes a server error'],
    ["&& route?.kind !== 'api')", ')', 'API routes with a file extension accept no requests'],
    ['(route.below ?? /^$/)', '(route.below ?? /^/)', 'every path below a handler belongs to the handler'],
    ['(route.below ?? /^/).exec', '(route.below ?? /^$/).exec', 'pages have no plain copy'],
    [
      'countSegments(b) - countSegments(a)',
      'countSegments(a) - countSegments(b)',
      'only the first segment of an API route is used',
    ],
  ],
  'lib/metrics/requests.ts': [
    ["? 'document' : 'page'", "? 'document' : 'asset'", 'pages are counted as assets'],
    [
      "if (audience === 'member' || audience === 'editor') return 'members'",
      '',
      'members pages are counted as public ones, and the log names them',
    ],
  ],
})

export const WEBHOOKS_EDITS = listEdits({
  'lib/webhooks/processed-events.ts': [
    ["if (ids.has(id)) return 'repeated'", '', 'an event is processed twice'],
    ['ids.delete(id)\n      throw error', 'throw error', 'an event that failed is never processed'],
  ],
  'lib/webhooks/notion-event.ts': [
    ['if (NOT_SHOWN.test(type)) return', 'if (false) return', 'comments cause a refresh'],
    ['isView ? [] : [', 'false ? [] : [', 'a view is fetched as a page'],
    ['/^(page|database|data_source)\\.deleted$/', '/\\.deleted$/', 'a deleted view counts as a deleted page'],
    ['toUuid(parent.data_source_id)', 'undefined', 'the rows of a changed view are not requested'],
    ['.slice(0, MAX_UPDATED)', '', 'one event can request any number of pages'],
    ['_[\\w-]{8,200}$/.test(token)', '/.test(token)', 'any text is shown as a verification token'],
  ],
  'lib/webhooks/sync-request.ts': [
    ['(isView ? index', '(false ? index', 'a changed view is stale on other pages'],
    ['deleted && { deleted: [deleted] }', 'false', 'the sync is not notified of a deletion'],
  ],
  'lib/webhooks/verification.ts': [
    ['.slice(-MAX_TOKENS)', '', 'clients can fill the disk with tokens'],
    ["if (!isAllowed) return 'refused'", '', 'one client can replace Notion’s token'],
  ],
})
