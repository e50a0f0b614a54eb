import { isIPv4, isIPv6 } from 'node:net'
import * as z from 'zod/mini'
import { LOCALES } from '../../messages/languages'
import { ASSISTANT_RULES, parseAssistantRule } from '../branding/assistants'
import { BRANDING } from '../branding/branding'
import { isThemeName, THEME_RULE } from '../branding/theme-name'
import { FRAMEWORK_HEADERS, NAVIGATION_HEADERS } from '../cache/internal-headers'
import { ANALYTICS_RULE, COMMENTS_RULE, GISCUS_RULE, readAnalytics, readComments, readGiscus } from '../third-parties'
import { address, choice, copied, flag, mustBe, number, parsed, secret, wholeNumber } from './values'

/** The text of a setting in `.env.example` and `docs/configuration.md`, in Markdown. */
interface SettingText {
  /** Sentences. Links are relative to `docs`. */
  about: string
  /** The default as a value, or in words. */
  byDefault?: string | { words: string }
}

/** The texts of all settings. */
export const SETTING_TEXTS = z.registry<SettingText>()

function setting<Schema extends z.core.$ZodType>(
  schema: Schema,
  about: string,
  byDefault?: SettingText['byDefault'],
): Schema {
  SETTING_TEXTS.add(schema, { about, byDefault })
  return schema
}

/** A setting without a default value. */
const optional = <Schema extends z.core.SomeType>(schema: Schema, about: string, words?: string) =>
  setting(z.optional(schema), about, words === undefined ? undefined : { words })

/** A setting with a default value, which is also its text. */
const preset = <Schema extends z.core.SomeType>(
  schema: Schema,
  value: z.core.util.NoUndefined<z.core.output<Schema>>,
  about: string,
) => setting(z._default(schema, value), about, String(value))

/** Paths below which a site can be served. They contain only characters that no browser or proxy percent-encodes. */
const BASE_PATH = /^\/(?:[\w.~-]+(?:\/[\w.~-]+)*\/?)?$/

/** Whether the path of an address can be that of a site. */
export const isBasePath = ({ pathname }: URL): boolean => BASE_PATH.test(pathname)

const WEB = ['http:', 'https:']
const siteUrl = address(WEB).check(
  z.refine(
    (url) => isBasePath(url) && url.search === '' && url.hash === '',
    'is malformed, but must be an address such as https://example.com or https://example.com/docs, without a query',
  ),
)

const SITE = {
  PORT: preset(
    wholeNumber(0, 65_535),
    3000,
    'Port that the site listens on; `0` for a free one, which the site prints.',
  ),
  SITE_URL: optional(
    siteUrl,
    'Public address, such as `https://example.com` or `https://example.com/docs`; the only source of absolute addresses. Required for sign-in, unless `PORT` is `0`. A path is fixed by the build: after a change, build again.',
    '`http://localhost` with the port',
  ),
  TRUST_PROXY: preset(
    wholeNumber(0, 10),
    0,
    'Number of trusted proxies in front of the site, which report the address of the client; `0` trusts only the socket.',
  ),
  STATE_DIR: preset(
    z.string(),
    './.state',
    'Folder for indexes and caches. Safe to delete, except that redirects from former paths of pages and the addresses of members for feed readers are lost, copied cookies of ended OpenID Connect sessions work again, and comments that wait for Notion are lost.',
  ),
  REDIS_URL: optional(
    address(['redis:', 'rediss:']),
    'Address of Redis (`redis:` or `rediss:`, with name and password) for [several instances](operating.md#several-instances) with the same `SITE_URL`. The site then only serves what the writer, `npm run sync -- --watch`, publishes there.',
    'a single instance',
  ),
}

const WORKSPACE = {
  WORKSPACE_DIR: optional(
    z.string(),
    'Folder of record maps to publish.',
    '`./workspace`, the sample; `./.snapshot` with a root page',
  ),
  NOTION_ROOT_PAGE: optional(
    z.string(),
    'Id or address of the root page. Without it and without a manifest, every top-level page is published below a generated home page. For [several languages](publishing.md#languages), a root page for each: `en=…,zh-CN=…`; the first language is at `/`.',
  ),
  NOTION_INTEGRATION_TOKEN: optional(
    z.string(),
    "Token of a connection that may read the root page. It selects Notion's [official API](publishing.md#give-the-site-access).",
    'the private API',
  ),
  NOTION_TOKEN_V2: optional(
    z.string(),
    'Without a connection: token of a session (the cookie `token_v2`), for a private workspace. Tokens are sent only to the API.',
  ),
  NOTION_TOKEN: optional(z.string(), 'Another name for `NOTION_TOKEN_V2`.'),
  NOTION_ACTIVE_USER: optional(z.string(), 'The user to whom the token of a session belongs.'),
  NOTION_API_BASE_URL: optional(
    address(WEB),
    'Address of the API, the only one that receives tokens; an origin for the official API.',
    "Notion's own",
  ),
  SYNC_INTERVAL: preset(
    number(1, 86_400),
    60,
    'Seconds between checks for changes, and how long shared caches may keep a page (at most 60).',
  ),
  SYNC_RATE: preset(number(0.01, 1000), 3, 'Maximum number of calls to the hosted workspace per second.'),
  SYNC_ON_REQUEST: optional(
    flag(),
    '`1`: a check for changes that is due starts after a response, for [platforms that stop idle containers](hosting.md#scale-to-zero). Not with `REDIS_URL`.',
    'off',
  ),
  REVALIDATE_SECRET: optional(
    secret(),
    'Turns on `POST /api/revalidate`, which requires this bearer token of at least 16 characters.',
    'off',
  ),
  NOTION_WEBHOOK_TOKEN: optional(
    z.string(),
    'Turns on `POST /api/webhooks/notion`: the verification token from Notion, which the log and the editor dashboard show.',
    'off',
  ),
}

const APPEARANCE = {
  SITE_LOCALE: preset(
    choice(LOCALES),
    'en',
    `Language of the interface: ${LOCALES.map((each) => `\`${each}\``).join(', ')}.`,
  ),
  SITE_TIMEZONE: preset(
    parsed((text) => (isTimeZone(text) ? text : undefined), mustBe('an IANA time zone, such as Europe/Paris')),
    'UTC',
    'IANA time zone for dates without one, including `Publish at`.',
  ),
  SITE_ACCENT: optional(
    parsed(BRANDING.accent.parse, mustBe(BRANDING.accent.rule)),
    'Accent color, as `#rrggbb`, adjusted where its contrast is too low. A table headed `Look` on the root page can set the same values as this variable and the next two, which take precedence.',
  ),
  SITE_FONT: optional(
    parsed(BRANDING.font.parse, mustBe(BRANDING.font.rule)),
    'Font of pages: `serif` (bundled), `sans`, `mono`, or the name of a font that readers have installed.',
    '`serif`',
  ),
  SITE_LOGO: optional(
    parsed(BRANDING.logo.parse, mustBe(BRANDING.logo.rule)),
    "Address of a logo that replaces the site's icon: https, or a path of the site.",
  ),
  SITE_DIR: optional(
    z.string(),
    'The [site folder](site-folder.md), with style sheet, fonts, files, texts and components of this site.',
    '`./site`, if it exists',
  ),
  SITE_THEME: optional(
    parsed((text) => (isThemeName(text) ? text : undefined), mustBe(THEME_RULE)),
    'Name of a [theme](theming.md#themes), a folder in `themes`. The row `Theme` of the `Look` table sets the same.',
    'the theme of `site.json`, if it names one',
  ),
}

const OTHER_SITES = {
  EMBEDS: preset(
    choice(['load', 'click', 'off']),
    'load',
    'Embeds of other sites: loaded when scrolled near (`load`), loaded after a click (`click`), or replaced by links (`off`).',
  ),
  ASSISTANTS: optional(
    parsed(parseAssistantRule, mustBe(`one of ${ASSISTANT_RULES.join(', ')}`)),
    'Crawlers of assistants in [`robots.txt`](publishing.md#assistants): all may read the site (`allow`), those that train models may not (`no training`), or none may (`refuse`). It takes precedence over the row `Assistants` of the `Look` table.',
    '`allow`',
  ),
  INDEXNOW_KEY: optional(
    copied(
      /^(?!llms-full$)[\da-zA-Z-]{8,128}$/,
      'it has 8 to 128 letters, digits and hyphens, such as the output of openssl rand -hex 16',
    ),
    'Turns on [IndexNow](publishing.md#indexnow): search engines learn which public addresses changed. A key of 8 to 128 letters, digits and hyphens; it is not secret. Needs a `SITE_URL` with `https://`.',
    'off',
  ),
  ANALYTICS: optional(
    parsed(readAnalytics, mustBe(ANALYTICS_RULE)),
    'Analytics of public pages, except for readers whose browser asks not to be tracked: `vercel`, `plausible:example.com`, `plausible:https://host/script.js#example.com`, `umami:https://host/script.js#website-id` or `ga4:G-XXXXXXX`.',
    'off',
  ),
  COMMENTS: optional(
    parsed(readComments, mustBe(COMMENTS_RULE)),
    '[Comments](operating.md#comments): rows of a database of the workspace (`notion`, or `notion:` and its id), or those of a service: `waline:https://host`, `artalk:https://host` or `artalk:https://host#Site`, `cusdis:app-id` or `cusdis:https://host#app-id`, `remark42:https://host#site-id`, or `giscus:owner/repository#R_id/Category#DIC_id` with the ids from giscus.app.',
    'off',
  ),
  COMMENTS_FORM: optional(
    choice(['review', 'publish']),
    'With `COMMENTS=notion`: readers write [comments](operating.md#write-comments) in a form below pages, which wait until you approve them (`review`), or appear with the next sync (`publish`). Needs `SITE_SECRET`.',
    'off',
  ),
  GISCUS: optional(
    parsed(readGiscus, mustBe(GISCUS_RULE)),
    'The former name of `COMMENTS=giscus:…`, without `giscus:`. It still works.',
    'off',
  ),
}

const CLERK = "copy it again from Clerk's dashboard"

const ACCESS = {
  SITE_SECRET: optional(
    secret(),
    'Asks visitors for the password of rows that have one, and encrypts the sessions of [OpenID Connect](sign-in.md#openid-connect). A random text of at least 16 characters, such as the output of `openssl rand -hex 32`; another one ends the access of all who have given a password. It also signs [preview links](publishing.md#preview-links) of drafts. With sign-in, it also turns on [feeds and assistants for members](publishing.md#feeds-and-assistants-of-members).',
    'rows with a password are not published; no preview links, no feeds for members',
  ),
  SITE_SECRET_PREVIOUS: optional(
    secret(),
    'The former `SITE_SECRET`, after a change of it: sessions that were encrypted with it stay valid. Remove it after `OIDC_SESSION`.',
  ),
  NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: optional(
    parsed(parsePublishableKey, () => `is malformed: ${CLERK}; it starts with pk_live_ or pk_test_`),
    "Turns on sign-in with Clerk, for [members](publishing.md#members). This value and the next two are in Clerk's dashboard.",
    'no sign-in',
  ),
  CLERK_SECRET_KEY: optional(
    copied(/^sk_(live|test)_\S+$/, `${CLERK}; it starts with sk_live_ or sk_test_`),
    'The secret key, which is needed with the publishable one.',
  ),
  CLERK_JWT_KEY: optional(
    copied(
      /^-----BEGIN PUBLIC KEY-----[\sA-Za-z0-9+/=\\]+-----END PUBLIC KEY-----$/,
      'set it to the whole PEM public key, from BEGIN PUBLIC KEY to END PUBLIC KEY',
    ),
    'Public key that verifies sessions, so that no request waits for Clerk.',
  ),
  NEXT_PUBLIC_CLERK_PROXY_URL: optional(
    address(WEB),
    'Where browsers reach Clerk, for proxies and tests.',
    "Clerk's own",
  ),
  NEXT_PUBLIC_CLERK_JS_URL: optional(address(WEB), "The first of Clerk's two scripts.", "Clerk's own"),
  NEXT_PUBLIC_CLERK_UI_URL: optional(address(WEB), 'The second, with the screens.', "Clerk's own"),
  OIDC_ISSUER: optional(
    address(WEB).check(
      z.refine(
        (url) => (url.protocol === 'https:' || isLoopback(url)) && url.search === '' && url.hash === '',
        'is malformed, but must be the issuer of the provider: an https address without a query, as in its discovery document',
      ),
    ),
    'Turns on sign-in with an [OpenID Connect](sign-in.md#openid-connect) provider: its issuer, such as `https://login.example.com/realms/staff`. Needs `OIDC_CLIENT_ID`, `SITE_SECRET` and `SITE_URL`. The redirect address to register is `SITE_URL` followed by `/auth/callback`.',
    'no sign-in',
  ),
  OIDC_CLIENT_ID: optional(z.string(), 'The id of the site at the provider.'),
  OIDC_CLIENT_SECRET: optional(
    z.string(),
    'The secret of the site at the provider, or its private key as a JSON Web Key with `alg` and, if the provider needs it, `kid`.',
    'a public client',
  ),
  OIDC_SCOPES: preset(
    parsed(
      (text) => (/^[\x21\x23-\x5b\x5d-\x7e]+(?: +[\x21\x23-\x5b\x5d-\x7e]+)*$/.test(text) ? text : undefined),
      mustBe('scopes with spaces between them'),
    ),
    'openid profile email',
    'Scopes that the site asks for. `offline_access` asks for a refresh token where the provider gives none without it.',
  ),
  OIDC_GROUPS_CLAIM: preset(
    z.string(),
    'groups',
    'The claim with the groups of a person, which are organizations in [`Access`](publishing.md#members); a path with dots, such as `realm_access.roles`, for a claim inside of another.',
  ),
  OIDC_ALLOW: optional(
    z.string(),
    'Who may sign in, with commas between them: domains of verified email addresses (`example.com`), and groups.',
    'everyone whom the provider signs in',
  ),
  OIDC_SESSION: preset(wholeNumber(60, 2_592_000), 28_800, 'Seconds after which a person has to sign in again.'),
  OIDC_RECHECK: preset(
    wholeNumber(1, 86_400),
    300,
    'Seconds after which the site asks the provider again for the groups of a person, if it gave a refresh token.',
  ),
  EDITORS_GROUP: optional(
    z.string(),
    'The group whose members are editors, with OpenID Connect or a proxy.',
    'no editors',
  ),
  AUTH_HEADER_USER: optional(
    headerName(),
    'Turns on sign-in by a [trusted proxy](sign-in.md#a-trusted-proxy): the header in which it names the person, such as `Remote-User`. Only with `TRUST_PROXY`.',
    'no sign-in',
  ),
  AUTH_HEADER_GROUPS: optional(headerName(), 'The header with the groups of the person, with commas between them.'),
  AUTH_HEADER_FROM: preset(
    parsed(
      (text) => readNetworks(text),
      mustBe('IP addresses or networks such as 10.0.0.0/8, with commas between them'),
    ),
    ['127.0.0.0/8', '::1/128'],
    'Addresses or networks of the proxy, with commas between them. These headers are removed from requests of any other.',
  ),
  CLOUDFLARE_ACCESS: optional(
    parsed(
      readCloudflareAccess,
      mustBe(
        "the team's address and the application's audience tag, as in https://team.cloudflareaccess.com#32eafc7626e7",
      ),
    ),
    "Turns on sign-in by [Cloudflare Access](sign-in.md#cloudflare-access), whose token is verified: the team's address, `#`, and the audience tag of the application. `OIDC_GROUPS_CLAIM` applies to the token, too.",
    'no sign-in',
  ),
  EDITORS_ORGANIZATION: optional(
    z.string(),
    'Id (`org_…`) of the organization whose admins are editors. Its slug works, too, but is [only safe](publishing.md#organizations) if members cannot create organizations: the creator of an organization chooses its slug and is its admin. The same is true of slugs in `Access`.',
  ),
  ALLOW_CREATING_ORGANIZATIONS: optional(
    flag(),
    '`1` shows members a button to create organizations. Without it, disable their creation in the sign-in service as well.',
    'off',
  ),
}

const MONITORING = {
  STATISTICS: optional(
    flag(),
    '`1` counts what readers need, as daily totals without visitors, addresses and cookies, for the [editor dashboard](operating.md#statistics).',
    'off',
  ),
  HELPFUL: optional(
    choice(['vote', 'text']),
    'Asks below public pages whether they were helpful (`vote`), and what could be better (`text`), which is kept for 90 days. Needs `STATISTICS`.',
    'off',
  ),
  VIEW_COUNTS: optional(
    flag(),
    '`1` shows on posts how often they were read, up to ten minutes late and [not exact](operating.md#statistics). Needs `STATISTICS`.',
    'off',
  ),
  HANDBOOK_URL: optional(
    siteUrl,
    'Address of a site that publishes the handbook, to which the findings on the editor dashboard lead.',
    'this site, if it publishes the handbook',
  ),
  SEARCH_RATE: preset(wholeNumber(1, 1_000_000), 600, 'Maximum number of searches per minute for one client address.'),
  METRICS_TOKEN: optional(
    secret(),
    'Turns on `GET /api/metrics`, [metrics](operating.md#monitoring) for Prometheus, which requires this bearer token of at least 16 characters.',
    'off',
  ),
  AUDIT_LOG: optional(
    z.string(),
    'Folder for an [audit log](operating.md#audit-log): what members read, and what editors do. Each instance writes files of its own there.',
    'off',
  ),
  AUDIT_LOG_DAYS: preset(wholeNumber(1, 3650), 90, 'Days for which files of the audit log are kept.'),
  AUDIT_LOG_NAMES: optional(
    flag(),
    '`1`: the audit log also has the names and email addresses of members, as far as the sign-in service tells them.',
    'only their ids',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    address(WEB),
    'Turns on OpenTelemetry: spans of requests are sent to this collector as OTLP over HTTP, without addresses, queries or readers, see [traces](operating.md#monitoring). Its other standard variables apply, too.',
    'off',
  ),
}

/** The settings under the headings of the documentation. */
export const SECTIONS = {
  Site: SITE,
  Workspace: WORKSPACE,
  'Language and branding': APPEARANCE,
  'Other sites': OTHER_SITES,
  'Access and sign-in': ACCESS,
  'Limits and monitoring': MONITORING,
}

/** All settings: environment variables, trimmed. An empty one counts as not set. */
export const SETTINGS = z.object({ ...SITE, ...WORKSPACE, ...APPEARANCE, ...OTHER_SITES, ...ACCESS, ...MONITORING })

export type Settings = z.infer<typeof SETTINGS>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Whether an address leads to this machine, where unencrypted requests cannot be read by others. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)

/** The name of a header, in lower case as Node.js reads it. The site removes forwarding headers with an address from requests. */
function headerName() {
  return parsed((text) => {
    const name = text.toLowerCase()
    const isReserved = [RESERVED_HEADERS, FRAMEWORK_HEADERS, NAVIGATION_HEADERS].some((each) => each.test(name))
    return /^[\w-]{1,64}$/.test(name) && !isReserved ? name : undefined
  }, mustBe('the name of a header that only the proxy sets, such as Remote-User'))
}

/** Headers that every client may set, or that have another meaning. A token of Cloudflare is verified, its plain header is not used. */
const RESERVED_HEADERS =
  /^(?:accept|authorization|connection|cookie|date|forwarded|from|host|origin|referer|user-agent|x-colophon.*|x-forwarded-(?:for|host|port|proto)|x-real-ip|cf-.*)$/i

function readNetworks(text: string): string[] | undefined {
  const networks = text.split(',').map((each) => each.trim())
  return networks.every(isNetwork)
    ? networks.map((each) => (each.includes('/') ? each : `${each}/${isIPv4(each) ? 32 : 128}`))
    : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1
  return more.length === 0 && (bits === undefined ? most > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= most)
}

function readCloudflareAccess(text: string): { team: string; audience: string } | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url !== undefined && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)))
  if (!isSafe || url.pathname !== '/' || !/^#[\w-]{8,200}$/.test(url.hash)) return undefined
  return { team: url.origin, audience: url.hash.slice(1) }
}

/** A publishable key of Clerk is base64 of a host with a dollar sign at the end. */
function parsePublishableKey(key: string): { key: string; host: string } | undefined {
  const [, encoded = ''] = /^pk_(?:live|test)_([\w+/-]+=*)$/.exec(key) ?? []
  const decoded = Buffer.from(encoded, 'base64').toString('latin1')
  const [, host] = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)\$$/i.exec(decoded) ?? []
  return host === undefined ? undefined : { key, host }
}
