import { expect, test } from 'vitest'
import { EnvironmentError, readEnv } from '@/lib/settings/env'

const KEY = `pk_test_${Buffer.from('a.clerk.example$').toString('base64')}`
const SIGN_IN = { NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: KEY, CLERK_SECRET_KEY: 'sk_test_x', SITE_URL: 'https://a.b' }

/** Environments with one invalid value, and the parts of the message: the problem with its location, and the solution. */
const VARIABLES: [value: Record<string, string>, what: string, todo: string][] = [
  [{ PORT: '-1' }, 'PORT is "-1"', 'a whole number from 0 to 65535'],
  [{ PORT: '65536' }, 'PORT is "65536"', 'a whole number from 0 to 65535'],
  [{ PORT: '1.5' }, 'PORT is "1.5"', 'a whole number'],
  [{ SITE_URL: 'example.com' }, 'SITE_URL is malformed', 'an address that starts with http:// or https://'],
  [{ SITE_URL: 'https://example.com/a?b' }, 'SITE_URL is malformed', 'https://example.com/docs, without a query'],
  [{ SITE_URL: 'https://example.com/a//b' }, 'SITE_URL is malformed', 'https://example.com/docs, without a query'],
  [{ SITE_URL: 'https://example.com/%61' }, 'SITE_URL is malformed', 'https://example.com/docs, without a query'],
  [{ SITE_TIMEZONE: 'Mars/Olympus' }, 'SITE_TIMEZONE is "Mars/Olympus"', 'an IANA time zone, such as Europe/Paris'],
  [{ SITE_LOCALE: 'xx' }, 'SITE_LOCALE is "xx"', 'one of en, zh-CN, zh-TW, ja, ar'],
  [{ NOTION_ROOT_PAGE: 'my page' }, 'NOTION_ROOT_PAGE is "my page"', 'the id of a page (32 hexadecimal digits)'],
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
  [{ SYNC_INTERVAL: 'soon' }, 'SYNC_INTERVAL is "soon"', 'a number from 1 to 86400'],
  [{ SYNC_RATE: '-1' }, 'SYNC_RATE is "-1"', 'a number from 0.01 to 1000'],
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
