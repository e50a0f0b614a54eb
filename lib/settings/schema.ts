import * as z from 'zod/mini'
import { LOCALES } from '../../messages/languages'
import { BRANDING } from '../branding/branding'
import { ANALYTICS_RULE, COMMENTS_RULE, readAnalytics, readComments } from '../third-parties'
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
    'Folder for indexes and caches. Safe to delete, except that redirects from former paths of pages are lost.',
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
}

const OTHER_SITES = {
  EMBEDS: preset(
    choice(['load', 'click', 'off']),
    'load',
    'Embeds of other sites: loaded when scrolled near (`load`), loaded after a click (`click`), or replaced by links (`off`).',
  ),
  ANALYTICS: optional(
    parsed(readAnalytics, mustBe(ANALYTICS_RULE)),
    'Analytics of public pages, except for readers whose browser asks not to be tracked: `vercel`, `plausible:example.com`, `plausible:https://host/script.js#example.com`, `umami:https://host/script.js#website-id` or `ga4:G-XXXXXXX`.',
    'off',
  ),
  GISCUS: optional(
    parsed(readComments, mustBe(COMMENTS_RULE)),
    'Comments on public pages, stored as GitHub discussions, with the ids from giscus.app: `owner/repository#R_id/Category#DIC_id`.',
    'off',
  ),
}

const CLERK = "copy it again from Clerk's dashboard"

const ACCESS = {
  SITE_SECRET: optional(
    secret(),
    'Asks visitors for the password of rows that have one. A random text of at least 16 characters, such as the output of `openssl rand -hex 32`; another one ends the access of all who have given a password.',
    'rows with a password are not published',
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
  SEARCH_RATE: preset(wholeNumber(1, 1_000_000), 600, 'Maximum number of searches per minute for one client address.'),
  METRICS_TOKEN: optional(
    secret(),
    'Turns on `GET /api/metrics`, [metrics](operating.md#watching-it) for Prometheus, which requires this bearer token of at least 16 characters.',
    'off',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    address(WEB),
    'Turns on OpenTelemetry: spans of requests are sent to this collector as OTLP over HTTP, without addresses, queries or readers, see [traces](operating.md#watching-it). Its other standard variables apply, too.',
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

/** A publishable key of Clerk is base64 of a host with a dollar sign at the end. */
function parsePublishableKey(key: string): { key: string; host: string } | undefined {
  const [, encoded = ''] = /^pk_(?:live|test)_([\w+/-]+=*)$/.exec(key) ?? []
  const decoded = Buffer.from(encoded, 'base64').toString('latin1')
  const [, host] = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)\$$/i.exec(decoded) ?? []
  return host === undefined ? undefined : { key, host }
}
