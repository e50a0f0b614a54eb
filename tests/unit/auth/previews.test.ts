import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePreviewByReference } from '@/lib/auth/make-preview'
import { removeAllPreviews, removePreview } from '@/lib/auth/preview-records'
import { findPreview, findPreviews, MAX_PREVIEWS, makePreview, parseLifetime } from '@/lib/auth/previews'
import { type Env, readEnv } from '@/lib/settings/env'
import { buildSite } from '@/lib/site/prepare/build-site'
import { buildInput, SETTINGS } from '@/tests/support/build-input'
import { collection, createId, page, row } from '@/tests/support/records'
import { createFolder } from '@/tests/support/site'

const HOUR = 3600 * 1000
const DRAFT = { page: createId('Draft'), hasSubpages: false, lifetime: HOUR }

const createEnv = (more: Record<string, string> = {}): Env =>
  readEnv(
    {
      STATE_DIR: createFolder('previews'),
      SITE_URL: 'https://site.example',
      SITE_SECRET: 'a-secret-of-the-tests',
      ...more,
    },
    '/',
  )

async function make(env: Env, options: Partial<typeof DRAFT> = {}, now?: number): Promise<string> {
  const token = await makePreview({ ...DRAFT, ...options }, env, now)
  if (token === undefined) throw new Error('There are too many links')
  return token
}

describe('parseLifetime', () => {
  it.each([
    ['1h', HOUR],
    ['12h', 12 * HOUR],
    [' 7d ', 168 * HOUR],
    ['90d', 2160 * HOUR],
    ['2160h', 2160 * HOUR],
  ])('parses %s', (text, expected) => expect(parseLifetime(text)).toBe(expected))

  it.each(['', '0h', '0d', '91d', '2161h', '-1d', '1', 'd', '1.5d', '1m', '1e3h', '1d1h', '٧d', '9'.repeat(1000)])(
    'refuses %j',
    (text) => expect(parseLifetime(text)).toBeUndefined(),
  )
})

describe('findPreview', () => {
  it('returns the holder of a link: a visitor with one page, and its subpages if they were asked for', async () => {
    const env = createEnv()
    const token = await make(env)
    expect((await findPreview(token, env))?.viewer).toEqual({
      signedIn: false,
      organizations: [],
      preview: { page: DRAFT.page, hasSubpages: false, token },
    })
    const wide = await make(env, { hasSubpages: true })
    expect((await findPreview(wide, env))?.viewer.preview.hasSubpages).toBe(true)
    // The middleware skips paths with a file extension.
    expect(token).not.toMatch(/[./]/)
  })

  it('refuses forged tokens, and those of another site or secret', async () => {
    const env = createEnv()
    const token = await make(env)
    const [name = '', id = '', , expires = '', signature = ''] = token.split('~')
    const forged = [
      ...[
        '',
        '~',
        token.slice(0, -1),
        `${token}x`,
        ` ${token}`,
        `${token}\n`,
        token.toUpperCase(),
        'x'.repeat(100_000),
      ],
      [name, id, '1', expires, signature].join('~'),
      [name, id, '0', String(Number(expires) + 1), signature].join('~'),
      [name, createId('Other'), '0', expires, signature].join('~'),
      ['A'.repeat(16), id, '0', expires, signature].join('~'),
      ['../../../../etc/x', id, '0', expires, signature].join('~'),
      [name, id, '0', expires, 'A'.repeat(43)].join('~'),
    ]
    for (const each of forged) expect(await findPreview(each, env), each.slice(0, 200)).toBeUndefined()
    const others = [
      { siteUrl: 'https://other.example' },
      { siteSecret: 'another-secret-of-tests' },
      { siteSecret: undefined },
    ]
    for (const other of others) expect(await findPreview(token, { ...env, ...other })).toBeUndefined()
    expect(await findPreview(token, env)).toBeDefined()
  })

  it('refuses an expired link, also after the clock was set back', async () => {
    const env = createEnv()
    const now = Date.now()
    const token = await make(env, {}, now)
    expect((await findPreview(token, env, now + HOUR - 1))?.expires).toBe(now + HOUR)
    expect(await findPreview(token, env, now + HOUR)).toBeUndefined()
    expect(await findPreview(token, env, now)).toBeUndefined()
    expect(readdirSync(path.join(env.stateDir, 'previews'))).toEqual([])
  })

  it('refuses a link that the clock says is made in the future, because its hour would not end', async () => {
    const env = createEnv()
    const now = Date.now()
    const token = await make(env, {}, now)
    expect(await findPreview(token, env, now - 60_000)).toBeDefined()
    expect(await findPreview(token, env, now - HOUR)).toBeUndefined()
    expect(await findPreview(token, env, now + 1)).toBeDefined()
  })

  it('refuses a revoked link, and every link after all were revoked or the records were lost', async () => {
    const env = createEnv()
    const [first, second] = [await make(env), await make(env)]
    await removePreview(first.split('~')[0] ?? '', env)
    await removePreview('../previews', env)
    await removePreview('', env)
    expect(await findPreview(first, env)).toBeUndefined()
    expect(await findPreview(second, env)).toBeDefined()
    await removeAllPreviews(env)
    expect(await findPreview(second, env)).toBeUndefined()
    const third = await make(env)
    expect(await findPreview(second, env)).toBeUndefined()
    rmSync(env.stateDir, { recursive: true })
    expect(await findPreview(third, env)).toBeUndefined()
  })

  it('refuses a link whose record is damaged', async () => {
    const env = createEnv()
    const token = await make(env)
    const file = path.join(env.stateDir, 'previews', `${token.split('~')[0]}.json`)
    for (const text of ['', '{', '[]', 'null', '{"page":1}', '{"page":"x","made":"now","expires":1e15}']) {
      writeFileSync(file, text)
      expect(await findPreview(token, env), text).toBeUndefined()
    }
  })
})

describe('findPreviews', () => {
  it('lists the valid links, the next that expires first, and forgets the others', async () => {
    const env = createEnv()
    const now = Date.now()
    const long = await make(env, { lifetime: 3 * HOUR }, now)
    const short = await make(env, { lifetime: 2 * HOUR }, now)
    await make(env, { lifetime: HOUR }, now)
    writeFileSync(path.join(env.stateDir, 'previews', 'other.txt'), 'not a record')
    const listed = await findPreviews(env, now + HOUR)
    expect(listed.map(({ token }) => token)).toEqual([short, long])
    expect(readdirSync(path.join(env.stateDir, 'previews'))).toHaveLength(3)
    expect(await findPreviews({ ...env, siteSecret: undefined })).toEqual([])
    expect(await findPreviews(createEnv())).toEqual([])
  })

  it('is limited', async () => {
    const env = createEnv()
    const now = Date.now()
    const record = { page: DRAFT.page, hasSubpages: false, made: now, expires: now + HOUR }
    await make(env)
    for (let at = 1; at < MAX_PREVIEWS; at++) {
      const name = String(at).padStart(16, '0')
      writeFileSync(path.join(env.stateDir, 'previews', `${name}.json`), JSON.stringify(record))
    }
    expect(await makePreview(DRAFT, env)).toBeUndefined()
    await removePreview('1'.padStart(16, '0'), env)
    expect(await makePreview(DRAFT, env)).toBeDefined()
  })
})

describe('makePreviewByReference', () => {
  const schema = { Status: { type: 'select', options: [{ id: 'p', value: 'Published' }] }, Access: { type: 'select' } }
  const values = { Status: 'Published', Access: 'Public' }
  const pages = [
    page('Root', undefined, { collections: [createId('Posts')] }),
    row('Draft', 'Posts', { ...values, Status: 'Draft' }),
    row('Inner', 'Posts', { ...values, Status: 'Draft', Access: 'Members' }),
    row('Open', 'Posts', values),
  ]
  const index = buildSite(buildInput(pages, [collection('Posts', 'Root', schema)]), { ...SETTINGS, signIn: true })
  const env = createEnv()
  const ask = (reference: string, lifetime = '7d', from = env) =>
    makePreviewByReference({ page: reference, lifetime, hasSubpages: false }, index, from)

  it.each(['draft', '/draft', '/members/draft?x#y', 'https://site.example/members/draft', createId('Draft')])(
    'makes a link of the draft %s',
    async (reference) => {
      const made = await ask(reference)
      expect(made).toMatchObject({ outcome: 'made', page: { id: createId('Draft') } })
      const token = made.outcome === 'made' ? made.token : ''
      expect((await findPreview(token, env))?.viewer.preview.page).toBe(createId('Draft'))
    },
  )

  it.each([
    ['open', '7d', 'published'],
    ['inner', '7d', 'closed'],
    ['nothing', '7d', 'no-page'],
    ['', '7d', 'published'],
    ['draft', '100d', 'lifetime'],
    ['draft', '', 'lifetime'],
  ])('makes none of %j for %j', async (reference, lifetime, outcome) => {
    expect(await ask(reference, lifetime)).toEqual({ outcome })
  })

  it('makes none without SITE_SECRET', async () => {
    expect(await ask('draft', '7d', { ...env, siteSecret: undefined })).toEqual({ outcome: 'no-secret' })
  })
})
