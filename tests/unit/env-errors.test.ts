import { expect, test } from 'vitest'
import { EnvironmentError, readEnv } from '@/lib/settings/env'

const KEY = `pk_test_${Buffer.from('a.clerk.example$').toString('base64')}`
const SIGN_IN = { NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: KEY, CLERK_SECRET_KEY: 'sk_test_x', SITE_URL: 'https://a.b' }

const OIDC = {
  OIDC_ISSUER: 'https://login.example',
  OIDC_CLIENT_ID: 'docs',
  SITE_SECRET: 'a-secret-of-the-tests',
  SITE_URL: 'https://a.b',
}
const PROXY = { AUTH_HEADER_USER: 'Remote-User', TRUST_PROXY: '1', SITE_URL: 'https://a.b' }

/** Environments with one invalid value, and the parts of the message: the problem with its location, and the solution. */
const VARIABLES: [value: Record<string, string>, what: string, todo: string][] = [
  [{ PORT: '-1' }, 'PORT is "-1"', 'a whole number from 0 to 65535'],
  [{ PORT: '65536' }, 'PORT is "65536"', 'a whole number from 0 to 65535'],
  [{ PORT: '1.5' }, 'PORT is "1.5"', 'a whole number'],
  [{ SITE_URL: 'example.com' }, 'SITE_URL is malformed', 'an address that starts with http:// or https://'],
  [{ SITE_URL: 'https://example.com/a?b' }, 'SITE_URL is malformed', 'https://example.com/docs, without a query'],
  [{ SITE_URL: 'https://example.com/a//b' }, 'SITE_URL is malformed', 'https://example.com/docs, without a query'],
  [{ SITE_URL: 'https://example.com/%61' }, 'SITE_URL is malformed', 'https://example.com/docs, without a query'],
  [{ ASSISTANTS: 'some' }, 'ASSISTANTS is "some"', 'one of allow, no training, refuse'],
  [{ COMMENTS_FORM: 'yes' }, 'COMMENTS_FORM is "yes"', 'review, publish'],
  [{ COMMENTS_FORM: 'review', SITE_SECRET: 's'.repeat(16) }, 'COMMENTS_FORM is set', 'COMMENTS is not notion'],
  [
    { COMMENTS: 'notion', COMMENTS_FORM: 'publish', SITE_SECRET: 's'.repeat(16) },
    'COMMENTS_FORM is set, but NOTION_ROOT_PAGE is not',
    'so set it',
  ],
  [
    {
      ...{ COMMENTS: 'notion', COMMENTS_FORM: 'publish' },
      ...{ NOTION_ROOT_PAGE: 'a'.repeat(32), NOTION_INTEGRATION_TOKEN: 'ntn_x' },
    },
    'COMMENTS_FORM is set, but SITE_SECRET is not',
    'set it to a random text',
  ],
  [{ INDEXNOW_KEY: 'short' }, 'INDEXNOW_KEY is malformed', 'it has 8 to 128 letters'],
  [{ INDEXNOW_KEY: 'llms-full', SITE_URL: 'https://a.b' }, 'INDEXNOW_KEY is malformed', 'it has 8 to 128 letters'],
  [{ INDEXNOW_KEY: '0123456789ab' }, 'INDEXNOW_KEY is set', 'SITE_URL is not an https address'],
  [{ SITE_TIMEZONE: 'Mars/Olympus' }, 'SITE_TIMEZONE is "Mars/Olympus"', 'an IANA time zone, such as Europe/Paris'],
  [{ SITE_LOCALE: 'xx' }, 'SITE_LOCALE is "xx"', 'one of en, zh-CN, zh-TW, ja, ar'],
  [{ NOTION_ROOT_PAGE: 'my page' }, 'NOTION_ROOT_PAGE is "my page"', 'the id of a page (32 hexadecimal digits)'],
  [{ NOTION_ROOT_PAGE: `"${'a'.repeat(32)}"` }, 'NOTION_ROOT_PAGE is "aaa', 'remove them'],
  [{ NOTION_ROOT_PAGE: `'en=${'a'.repeat(32)}'` }, "NOTION_ROOT_PAGE is 'en=", 'remove them'],
  [{ NOTION_ROOT_PAGE: `My-cafe-${'1'.repeat(31)}` }, 'NOTION_ROOT_PAGE is "My-cafe-1', '••• → Copy link'],
  [{ NOTION_ROOT_PAGE: 'https://www.notion.so/My-site' }, 'an address without the id of a page', '••• → Copy link'],
  [{ NOTION_ROOT_PAGE: 'acme.notion.site/' }, 'an address without the id of a page', '••• → Copy link'],
  [{ NOTION_ROOT_PAGE: `https://a.example/${'a'.repeat(32)}` }, 'its address at Notion', '••• → Copy link'],
  [{ NOTION_ROOT_PAGE: `en=${'a'.repeat(32)},de=x` }, 'NOTION_ROOT_PAGE is "x"', 'the id of a page'],
  [
    { NOTION_ROOT_PAGE: `en=${'a'.repeat(32)},EN=${'b'.repeat(32)}` },
    'names the language en twice',
    'NOTION_ROOT_PAGE',
  ],
  [{ NOTION_ROOT_PAGE: `xx=${'a'.repeat(32)}` }, 'names the language "xx"', 'a tag such as en'],
  [{ STATE_DIR: 'workspace' }, 'STATE_DIR is "workspace"', 'another folder than WORKSPACE_DIR'],
  [{ NOTION_API_BASE_URL: 'notion' }, 'NOTION_API_BASE_URL is malformed', 'an address that starts with http://'],
  [
    { NOTION_TOKEN: 'ntn_x' },
    'NOTION_TOKEN contains the token of a connection',
    'set NOTION_INTEGRATION_TOKEN to it instead',
  ],
  [
    { NOTION_TOKEN_V2: 'secret_x' },
    'NOTION_TOKEN_V2 contains the token of a connection',
    'set NOTION_INTEGRATION_TOKEN to it instead',
  ],
  [
    { NOTION_TOKEN_V2: 'a', NOTION_TOKEN: 'b' },
    'NOTION_TOKEN_V2 and NOTION_TOKEN have different values',
    'set only NOTION_TOKEN_V2',
  ],
  [
    { NOTION_INTEGRATION_TOKEN: 'ntn_x', NOTION_TOKEN: 'b' },
    'NOTION_INTEGRATION_TOKEN and NOTION_TOKEN are both set',
    'keep the one whose API is to be used',
  ],
  [
    { NOTION_INTEGRATION_TOKEN: 'v03%3Ax' },
    'NOTION_INTEGRATION_TOKEN contains the token of a session',
    'set NOTION_TOKEN_V2 to it instead',
  ],
  [
    { NOTION_INTEGRATION_TOKEN: 'ntn_x', NOTION_API_BASE_URL: 'https://a.b/api/v3' },
    'NOTION_API_BASE_URL must be an origin',
    'such as https://api.example.com, when NOTION_INTEGRATION_TOKEN is set',
  ],
  [{ ...OIDC, OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER is malformed', 'an https address'],
  [{ ...OIDC, OIDC_ISSUER: 'https://login.example/?a' }, 'OIDC_ISSUER is malformed', 'without a query'],
  [{ ...OIDC, OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID is not set', 'sign-in needs both'],
  [{ ...OIDC, SITE_SECRET: '' }, 'SITE_SECRET is not set', 'sign-in needs both'],
  [{ ...OIDC, SITE_URL: 'http://a.b' }, 'SITE_URL must start with https://', 'OIDC_ISSUER'],
  [{ ...OIDC, OIDC_CLIENT_SECRET: '{"kty":"RSA"}' }, 'OIDC_CLIENT_SECRET is malformed', 'kty, alg and d'],
  [{ ...OIDC, OIDC_ALLOW: ' , ' }, 'OIDC_ALLOW has no names', 'unset it'],
  [{ ...OIDC, OIDC_RECHECK: '0' }, 'OIDC_RECHECK is "0"', 'from 1 to 86400'],
  [{ ...OIDC, OIDC_SESSION: '1' }, 'OIDC_SESSION is "1"', 'from 60'],
  [{ ...OIDC, EDITORS_ORGANIZATION: 'a' }, 'EDITORS_ORGANIZATION is set', 'set EDITORS_GROUP'],
  [{ ...OIDC, ...SIGN_IN }, 'are both set', 'unset one of them'],
  [{ ...OIDC, ...PROXY }, 'OIDC_ISSUER and AUTH_HEADER_USER are both set', 'unset one of them'],
  [{ EDITORS_GROUP: 'a' }, 'EDITORS_GROUP is set', 'no effect without OIDC_ISSUER'],
  [{ ...SIGN_IN, EDITORS_GROUP: 'a' }, 'EDITORS_GROUP is set', 'no effect without OIDC_ISSUER'],
  [{ OIDC_CLIENT_ID: 'a' }, 'OIDC_CLIENT_ID is set', 'no effect without OIDC_ISSUER'],
  [{ ...PROXY, TRUST_PROXY: '0' }, 'TRUST_PROXY is 0', 'the number of proxies'],
  [{ ...PROXY, AUTH_HEADER_USER: 'X-Next-User' }, 'AUTH_HEADER_USER is "X-Next-User"', 'only the proxy sets'],
  [{ ...PROXY, AUTH_HEADER_USER: 'X-Forwarded-For' }, 'AUTH_HEADER_USER is "X-Forwarded-For"', 'only the proxy sets'],
  [
    { ...PROXY, AUTH_HEADER_USER: 'Cf-Access-Authenticated-User-Email' },
    'AUTH_HEADER_USER is "Cf-Access-Authenticated-User-Email"',
    'only the proxy sets',
  ],
  [{ ...PROXY, AUTH_HEADER_GROUPS: 'remote-user' }, 'are the same header', 'must be two'],
  [{ ...PROXY, AUTH_HEADER_FROM: '10.0.0.0/40' }, 'AUTH_HEADER_FROM is "10.0.0.0/40"', 'networks such as 10.0.0.0/8'],
  [{ ...PROXY, AUTH_HEADER_FROM: 'proxy' }, 'AUTH_HEADER_FROM is "proxy"', 'networks such as 10.0.0.0/8'],
  [
    { CLOUDFLARE_ACCESS: 'https://team.cloudflareaccess.com', SITE_URL: 'https://a.b' },
    'CLOUDFLARE_ACCESS is',
    'audience tag',
  ],
  [{ SYNC_INTERVAL: 'soon' }, 'SYNC_INTERVAL is "soon"', 'a number from 1 to 86400'],
  [{ SYNC_RATE: '-1' }, 'SYNC_RATE is "-1"', 'a number from 0.01 to 1000'],
  [{ AUDIT_LOG_DAYS: '0' }, 'AUDIT_LOG_DAYS is "0"', 'a whole number from 1 to 3650'],
  [{ AUDIT_LOG_NAMES: 'yes' }, 'AUDIT_LOG_NAMES is "yes"', '1'],
  [{ SEARCH_RATE: '0' }, 'SEARCH_RATE is "0"', 'a whole number from 1 to 1000000'],
  [{ TRUST_PROXY: '11' }, 'TRUST_PROXY is "11"', 'a whole number from 0 to 10'],
  ...['SITE_SECRET', 'METRICS_TOKEN', 'REVALIDATE_SECRET'].map((name): [Record<string, string>, string, string] => [
    { [name]: 'fifteen letters' },
    `${name} has fewer than 16 characters`,
    'openssl rand -hex 32',
  ]),
  [{ EMBEDS: 'yes' }, 'EMBEDS is "yes"', 'one of load, click, off'],
  [{ SYNC_ON_REQUEST: 'constructor' }, 'SYNC_ON_REQUEST is "constructor"', 'one of 0, 1'],
  [{ ALLOW_CREATING_ORGANIZATIONS: 'yes' }, 'ALLOW_CREATING_ORGANIZATIONS is "yes"', 'one of 0, 1'],
  [{ SITE_ACCENT: 'red;}' }, 'SITE_ACCENT is "red;}"', 'a color such as #c8402c'],
  [{ SITE_FONT: '"; }' }, 'SITE_FONT is', 'serif, sans, mono, or the name of an installed'],
  [{ SITE_LOGO: 'javascript:alert(1)' }, 'SITE_LOGO is', 'the address of an image that starts with https:// or /'],
  [{ ANALYTICS: 'matomo' }, 'ANALYTICS is "matomo"', 'plausible:example.com'],
  [{ COMMENTS: 'notion:here' }, 'COMMENTS is "notion:here"', 'notion:database-id'],
  [
    { COMMENTS: 'notion', NOTION_ROOT_PAGE: 'a'.repeat(32) },
    'COMMENTS is notion, but NOTION_INTEGRATION_TOKEN is not set',
    'create a connection',
  ],
  [{ COMMENTS: 'disqus:name' }, 'COMMENTS is "disqus:name"', 'waline:https://host'],
  [
    { COMMENTS: 'cusdis:id', GISCUS: 'me/site#R_1/General#DIC_1' },
    'COMMENTS and GISCUS are both set',
    'giscus:… with the value of GISCUS',
  ],
  [{ GISCUS: 'someone' }, 'GISCUS is "someone"', 'owner/repository#R_id/Category#DIC_id'],
  [{ REDIS_URL: 'http://x' }, 'REDIS_URL is malformed', 'an address that starts with redis:// or rediss://'],
  [{ SYNC_ON_REQUEST: 'yes' }, 'SYNC_ON_REQUEST is "yes"', 'one of 0, 1'],
  [
    { SYNC_ON_REQUEST: '1', REDIS_URL: 'redis://localhost' },
    'SYNC_ON_REQUEST is 1, but REDIS_URL is set, too',
    'unset one of them',
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'x' }, 'OTEL_EXPORTER_OTLP_ENDPOINT is malformed', 'starts with http:// or https://'],
  [
    { CLERK_SECRET_KEY: 'sk_test_x' },
    'NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY is not set, but CLERK_SECRET_KEY is',
    'set both or neither',
  ],
  [
    { NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: KEY },
    'CLERK_SECRET_KEY is not set, but NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY is',
    'set both or neither',
  ],
  [
    { ...SIGN_IN, NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: 'x' },
    'NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY is malformed',
    "copy it again from Clerk's dashboard",
  ],
  [
    { ...SIGN_IN, NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: 'pk_test_x' },
    'NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY is malformed',
    'it starts with pk_live_ or pk_test_',
  ],
  [{ ...SIGN_IN, CLERK_SECRET_KEY: 'x' }, 'CLERK_SECRET_KEY is malformed', "copy it again from Clerk's dashboard"],
  [{ STATIC_EXPORT: '1' }, 'SITE_URL is not set', 'must be the public address of the site'],
  [
    { STATIC_EXPORT: '1', SITE_URL: 'https://a.b', REDIS_URL: 'redis://a' },
    'REDIS_URL is set, but an export reads WORKSPACE_DIR',
    'unset it',
  ],
  [{ ...SIGN_IN, SITE_URL: '' }, 'SITE_URL is not set', 'must be the public address of the site when sign-in is on'],
  [{ ...SIGN_IN, CLERK_JWT_KEY: 'x' }, 'CLERK_JWT_KEY is malformed', 'from BEGIN PUBLIC KEY to END PUBLIC KEY'],
  [
    { ...SIGN_IN, NEXT_PUBLIC_CLERK_PROXY_URL: '/clerk' },
    'NEXT_PUBLIC_CLERK_PROXY_URL is malformed',
    'an address that starts with http:// or https://',
  ],
]

test.each(VARIABLES)('readEnv rejects %j', (source, what, todo) => {
  const problems = catchError(() => readEnv(source, '/site'))
  if (!(problems instanceof EnvironmentError)) throw new Error('The environment was accepted')
  expect(problems.problems).toHaveLength(1)
  expect(problems.message).toContain(what)
  expect(problems.message).toContain(todo)
})

function catchError(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

test.each([{ STATIC_EXPORT: '1' }, SIGN_IN])('a malformed SITE_URL is not reported as missing, too', (variables) => {
  expect(() => readEnv({ ...variables, SITE_URL: 'example.com' }, '/site')).toThrow(
    /^The environment cannot be used:\n[ ]{2}- SITE_URL is malformed[^\n]*$/,
  )
})
