import { editsIn } from './plan.mjs'

export const AUTH_EDITS = editsIn({
  'lib/auth/dashboard.ts': [
    [
      "signIn === undefined ? development : viewer.role === 'editor'",
      "signIn === undefined ? true : viewer.role === 'editor'",
      'the desk of a site without sign-in is public',
    ],
    ["viewer.role === 'editor'", 'viewer.signedIn', 'every member uses the desk'],
  ],
  'lib/auth/unlocking.ts': [
    ['Number(expires) * 1000 > now && ', '', 'a cookie for a page with a password never expires'],
    ['isSameSecret(signature, sign(`${lock}.${expires}`, env))', 'true', 'a forged cookie opens a page'],
    ['given !== undefined && isSameSecret(given, lock)', 'given !== undefined', 'any password opens a page'],
    ['; HttpOnly', '', 'scripts read the cookie of a page with a password'],
    [
      '= valid.reverse().sort((a, b) => Number(b.expires) - Number(a.expires))',
      '= valid',
      'beside many older cookies, a right password opens nothing',
    ],
  ],
  'lib/auth/unlock-limit.ts': [
    ['await takeFrom(perClient, readClientKey(headers, env))', '0', 'a client tries a hundred passwords a minute'],
    ['wait ||= await takeFrom(perPage, getLockedPage(lock))', 'wait ||= 0', 'many clients try any number of passwords'],
  ],
  'lib/auth/guard.ts': [
    [
      "if (!viewer.signedIn) return { kind: 'redirect'",
      "if (false) return { kind: 'redirect'",
      'a visitor passes the guard of members pages',
    ],
    ['pathname + search', 'pathname', 'a visitor returns without the query'],
    ["mayUseDashboard(viewer, env) ? 'page' : 'forbidden'", "'page'", 'every member uses the desk'],
    ["return { kind: 'forbidden' }", "return { kind: 'page' }", 'missing members pages answer 200'],
  ],
  'lib/members-path.ts': [['(?:[/?#]|$)', '', 'a page named `members-of-parliament` is a members page']],
  'lib/auth/verified-viewers.ts': [
    ['Date.now() < verified.until ? verified.viewer', 'true ? verified.viewer', 'a session never ends'],
    ['until: expires * 1000', 'until: expires * 1_000_000', 'a session lasts a thousand times as long'],
  ],
  'lib/auth/routes.ts': [
    ["|| path.startsWith('//') ||", '||', 'sign-in leads to another site'],
    [' || isScreen(path)) return', ') return', 'sign-in leads back to sign-in'],
    ["findRoute(pathname).audience !== 'everyone'", 'true', 'public pages ask the sign-in service'],
  ],
  'lib/auth/same-site.ts': [
    [
      "if (site !== null) return site === 'same-origin'",
      "if (site !== null) return site !== 'cross-site'",
      'a page of a neighbouring site presses buttons',
    ],
    ['origin === new URL(siteUrl).origin ||', 'origin !== null ||', 'a page of any site presses buttons'],
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
      'const isOurs = azp === origin &&',
      'const isOurs =',
      'a token for another site is accepted',
      'The library refuses such a token already, as `authorizedParties` tells it; this is a second check.',
    ],
    ['[settings.issuer, settings.proxyUrl].includes(iss)', 'true', 'a token of another issuer is accepted'],
  ],
  'lib/auth/session.ts': [
    ["/^(?:org:)?admin$/.test(organization?.role ?? '')", 'true', 'every member of the editors organization edits'],
    [
      "organizations.includes(env.editorsOrganization?.toLowerCase() ?? '') &&",
      '',
      'an admin of any organization edits',
    ],
    ['ORGANIZATION_ID.test(slug.toLowerCase())', 'false', 'a slug imitates the id of another organization'],
    ['env.editorsOrganization, kept]', 'kept]', 'a cached viewer outlives the setting of editors'],
  ],
})

export const SETTINGS_EDITS = editsIn({
  'lib/env.ts': [
    ["/_(?:URL|ENDPOINT)$/.test(name) ? 'malformed' :", '', 'an error prints the password in an address'],
    ["whole('TRUST_PROXY', 0, 0, 10)", "whole('TRUST_PROXY', 1, 0, 10)", 'a header of the visitor is believed'],
    ['if (stateDir === workspaceDir) addProblem', 'if (false) addProblem', 'the state folder is the workspace'],
    [
      "development: source.NODE_ENV === 'development'",
      "development: source.NODE_ENV !== 'production'",
      'the desk is open in any other environment',
    ],
    ['if (problems.length > 0) throw', 'if (problems.length > 1) throw', 'one wrong value is not noticed'],
  ],
  'lib/env-sign-in.ts': [
    ['!/^sk_(live|test)_\\S+$/.test(secretKey)', 'false', 'a publishable key passes for a secret one'],
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
  'lib/messages/locales.ts': [
    ['if (chinese) return chinese[1]', '', 'traditional Chinese gets simplified texts'],
    ['?? siteLocale', '?? LOCALES[0]', 'a page in a language that the interface lacks is English'],
  ],
  'lib/messages/messages.ts': [
    ["texts[chooseLocale(locale, 'en') as Locale]", 'texts[locale as Locale] ?? texts.en', 'zh-HK has English texts'],
  ],
  'lib/find-route.ts': [
    ["route?.middleware === 'never' ||", '', 'a form that is sent to a sign-in screen is a server error'],
    ["&& route?.kind !== 'api')", ')', 'no API takes what is sent to a name with a file extension'],
    ['(route.below ?? /^$/)', '(route.below ?? /^/)', 'whatever is below a handler is that handler'],
    ['(route.below ?? /^/).exec', '(route.below ?? /^$/).exec', 'a page has no plain form'],
    ['countSegments(b) - countSegments(a)', 'countSegments(a) - countSegments(b)', 'an API route is the API'],
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

export const WEBHOOKS_EDITS = editsIn({
  'lib/webhooks/event-memory.ts': [
    ["if (ids.has(id)) return 'repeated'", '', 'an event is done twice'],
    ['ids.delete(id)\n      throw error', 'throw error', 'an event that failed is never done'],
  ],
  'lib/webhooks/notion-event.ts': [
    ['if (NOT_SHOWN.test(type)) return', 'if (false) return', 'comments refresh the site'],
    ['isView ? [] : [', 'false ? [] : [', 'a view is fetched as a page'],
    ['/^(page|database|data_source)\\.deleted$/', '/\\.deleted$/', 'a deleted view counts as a deleted page'],
    ['toUuid(parent.data_source_id)', 'undefined', 'the rows of a changed view are not asked for'],
    ['.slice(0, MAX_UPDATED)', '', 'one event asks for any number of pages'],
    ['_[\\w-]{8,200}$/.test(token)', '/.test(token)', 'any text is shown as a key'],
  ],
  'lib/webhooks/sync-request.ts': [
    ['(isView ? index', '(false ? index', 'a changed view stays as it was on other pages'],
    ['deleted && { deleted: [deleted] }', 'false', 'the sync does not learn of a deletion'],
  ],
  'lib/webhooks/verification.ts': [
    ['.slice(-MAX_TOKENS)', '', 'clients can fill the disk with tokens'],
    ["if (!isAllowed) return 'refused'", '', 'one client can replace the token of Notion'],
  ],
})
