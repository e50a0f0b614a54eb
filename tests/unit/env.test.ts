import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  EnvironmentError,
  getPictureEnvironment,
  getSettingsKey,
  isInlinedByBuild,
  readEnv,
  removeSettingValues,
  SETTING_NAMES,
  setPort,
} from '@/lib/settings/env'
import { createTemporaryFolder } from '../support/folders'

const findProblems = (source: Record<string, string>): string[] => {
  try {
    readEnv(source, '/site')
    return []
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems
    throw error
  }
}

const KEY = `pk_test_${Buffer.from('a.clerk.example$').toString('base64')}`
const BOTH = { NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: KEY, CLERK_SECRET_KEY: 'sk_test_x', SITE_URL: 'https://a.b' }

describe('readEnv', () => {
  it('has a default for every setting', () => {
    expect(readEnv({}, '/site')).toMatchObject({
      port: 3000,
      siteUrl: 'http://localhost:3000',
      timeZone: 'UTC',
      locale: 'en',
      workspaceDir: '/site/workspace',
      stateDir: '/site/.state',
      syncInterval: 60,
      syncRate: 3,
      searchRate: 600,
      trustProxy: 0,
      embeds: 'load',
      development: false,
    })
  })

  it('uses another folder than the sample for a sync', () => {
    expect(readEnv({ NOTION_ROOT_PAGE: 'a'.repeat(32) }, '/site').workspaceDir).toBe('/site/.snapshot')
  })

  it('reads one root page, whose address can contain equal signs, or one per language', () => {
    const [a, b] = ['a'.repeat(32), `https://www.notion.so/x,y-${'b'.repeat(32)}?pvs=4`]
    const ids = ['aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa', 'bbbbbbbb-bbbb-bbbb-bbbb-bbbbbbbbbbbb']
    const { rootPage, rootId, languages } = readEnv({ NOTION_ROOT_PAGE: b }, '/site')
    expect([rootPage, rootId, languages]).toEqual([b, ids[1], []])
    const several = readEnv({ NOTION_ROOT_PAGE: ` en = ${a}, zh-cn=${b} ` }, '/site')
    expect([several.rootPage, several.rootId]).toEqual([a, ids[0]])
    expect(several.languages).toEqual([
      { tag: 'en', page: ids[0] },
      { tag: 'zh-CN', page: ids[1] },
    ])
  })

  it('removes the values of settings from a report of a problem, except those that visitors know', () => {
    const source = {
      NOTION_TOKEN_V2: 'v03:secret',
      STATE_DIR: '/srv/acme',
      SITE_URL: 'https://acme.example',
      SYNC_RATE: '3',
    }
    expect(removeSettingValues('/srv/acme/x of https://acme.example: v03:secret, 3', source)).toBe(
      '‹STATE_DIR›/x of https://acme.example: ‹NOTION_TOKEN_V2›, 3',
    )
  })

  it('removes root pages of languages and hosts of addresses from a report', () => {
    const source = {
      NOTION_ROOT_PAGE: `en=${'a'.repeat(32)},de=${'b'.repeat(32)}`,
      REDIS_URL: 'redis://me:secret@redis.acme.example:6379',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
    }
    const ids = ['a', 'b'].map((each) => [8, 4, 4, 4, 12].map((length) => each.repeat(length)).join('-'))
    expect(removeSettingValues(`${ids.join(' ')} ENOTFOUND redis.acme.example, localhost`, source)).toBe(
      '‹NOTION_ROOT_PAGE› ‹NOTION_ROOT_PAGE› ENOTFOUND ‹REDIS_URL›, localhost',
    )
  })

  it('keeps values of settings with fixed values in a report, also misspelled ones', () => {
    for (const name of SETTING_NAMES) {
      const source = { [name]: 'misspelled' }
      const problem = findProblems(source).find((each) => each.includes('but must be one of'))
      if (problem !== undefined) expect(removeSettingValues(problem, source)).toContain('misspelled')
    }
    const text = 'https://www.notion.so and notion:0123 of vercel'
    expect(removeSettingValues(text, { COMMENTS: 'notion', ANALYTICS: 'vercel' })).toBe(text)
    expect(removeSettingValues(text, { COMMENTS: 'notion:0123' })).toContain(' ‹COMMENTS› ')
    // Something private in the wrong setting.
    for (const value of ['0123456789abcdef', 'harbour/comments', 'ab12cd'])
      expect(removeSettingValues(`It is "${value}"`, { COMMENTS: value, EMBEDS: value })).not.toContain(value)
  })

  it('shows the sample only to a project without a workspace', () => {
    const project = createTemporaryFolder()
    const getWorkspace = (more = {}) => readEnv({ COLOPHON_PROJECT: project, ...more }, project).workspaceDir
    expect(getWorkspace()).toBe(path.resolve('workspace'))
    expect(getWorkspace({ NOTION_ROOT_PAGE: '0'.repeat(32) })).toBe(`${project}/.snapshot`)
    expect(getWorkspace({ WORKSPACE_DIR: 'pages' })).toBe(`${project}/pages`)
    mkdirSync(`${project}/workspace`)
    expect(getWorkspace()).toBe(`${project}/workspace`)
  })

  it('reports all invalid variables in one error', () => {
    const problems = findProblems({ PORT: 'x', SITE_URL: 'ftp://a', SITE_LOCALE: 'xx', EMBEDS: 'yes', SYNC_RATE: '-1' })
    const names = problems.map((problem) => problem.split(' ')[0])
    expect(names).toEqual(expect.arrayContaining(['PORT', 'SITE_URL', 'SYNC_RATE', 'SITE_LOCALE', 'EMBEDS']))
    expect(problems).toHaveLength(5)
  })

  it('does not quote secrets in errors', () => {
    const secret = 'hunter2'
    const problems = findProblems({ REDIS_URL: `http://me:${secret}@host`, CLERK_SECRET_KEY: secret })
    expect(problems.join('\n')).not.toContain(secret)
  })
})

describe('sign-in settings', () => {
  const readOrigins = (more: Record<string, string>) => readEnv({ ...BOTH, ...more }, '/site').signIn?.origins

  it('list each origin that the sign-in screens load from once', () => {
    const robotTest = 'https://challenges.cloudflare.com'
    expect(readOrigins({})).toEqual(['https://a.clerk.example', robotTest])
    const scripts = { NEXT_PUBLIC_CLERK_JS_URL: 'https://c.d/a.js', NEXT_PUBLIC_CLERK_UI_URL: 'https://c.d/b.js' }
    expect(readOrigins({ ...scripts, NEXT_PUBLIC_CLERK_PROXY_URL: 'https://e.f/x' })).toEqual([
      'https://e.f',
      'https://c.d',
      robotTest,
    ])
  })

  it('are not inlined into the scripts of a build', () => {
    expect(Object.keys(BOTH).filter(isInlinedByBuild)).toEqual(Object.keys(BOTH).filter((name) => name !== 'SITE_URL'))
  })
})

describe('PORT=0', () => {
  it('needs no SITE_URL for sign-in, because the site is for this machine', () => {
    expect(findProblems({ ...BOTH, SITE_URL: '' })).toHaveLength(1)
    expect(findProblems({ ...BOTH, SITE_URL: '', PORT: '0' })).toEqual([])
  })

  it.each([
    ['', 'http://localhost:41234'],
    ['https://a.b', 'https://a.b'],
  ])('is replaced by the port of the server; SITE_URL %j becomes %s', (given, siteUrl) => {
    vi.stubEnv('PORT', '0')
    vi.stubEnv('SITE_URL', given)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(setPort(41_234)).toMatchObject({ port: 41_234, siteUrl })
    // Child processes get both variables.
    expect([process.env.PORT, process.env.SITE_URL]).toEqual(['41234', siteUrl])
  })
})

describe('getSettingsKey', () => {
  const root = { NOTION_ROOT_PAGE: 'a'.repeat(32), SITE_URL: 'https://a.b' }
  const getKey = (source: Record<string, string>) => getSettingsKey(readEnv(source, '/site'))

  it('is equal for instances that render the same pages, even with different ports, folders and Redis addresses', () => {
    const [one, other] = ['1', '2'].map((name) =>
      getKey({
        ...root,
        PORT: `300${name}`,
        STATE_DIR: `.state-${name}`,
        WORKSPACE_DIR: `.snapshot-${name}`,
        REDIS_URL: `redis://redis-${name}`,
      }),
    )
    expect(one).toBe(other)
  })

  it.each([
    [{ SITE_URL: 'https://c.d' }],
    [{ SITE_LOCALE: 'zh-CN' }],
    [{ SITE_ACCENT: '#c8402c' }],
    [{ EMBEDS: 'off' }],
  ])('changes with %j', (more) => {
    expect(getKey({ ...root, ...more })).not.toBe(getKey(root))
  })

  it('changes with the folder if the site publishes a folder', () => {
    expect(getKey({ WORKSPACE_DIR: 'one' })).not.toBe(getKey({ WORKSPACE_DIR: 'another' }))
  })
})

it('the environment of the picture process contains no secrets', () => {
  vi.stubEnv('REVALIDATE_SECRET', 'open sesame, please')
  onTestFinished(() => void vi.unstubAllEnvs())
  const names = Object.entries(getPictureEnvironment()).flatMap(([name, value]) => (value === undefined ? [] : name))
  expect(names).toEqual(expect.arrayContaining(['PATH', 'STATE_DIR', 'WORKSPACE_DIR']))
  expect(names).not.toContain('REVALIDATE_SECRET')
})
