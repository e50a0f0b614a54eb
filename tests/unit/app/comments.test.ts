import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { GET, POST } from '@/app/api/comments/route'
import type { Person } from '@/lib/auth/provider'
import { createFormToken } from '@/lib/comments/form-token'
import { FORM_AGES, getQueueFolder, listWaiting, QUEUE_LIMITS } from '@/lib/comments/waiting-comments'
import { getRuntime } from '@/lib/runtime'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import type { SiteState } from '@/lib/site/get-site'
import { createLock } from '@/lib/site/page-locks'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { COMMENT_LIMITS } from '@/lib/workspace/comments'
import { createFolder } from '@/tests/support/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { expectConsole } from '../../support/console'
import { collection, createId, page, row } from '../../support/records'

const SITE = 'https://site.example'
const SEAL = 'a'.repeat(32)
const MEMBER = { signedIn: true, organizations: [] }
const state = vi.hoisted(() => ({
  env: undefined as unknown,
  viewer: undefined as unknown,
  unlocked: undefined as unknown,
  person: undefined as Person | undefined,
}))

vi.mock('@/lib/settings/env', async (original) => ({
  ...(await original<typeof import('@/lib/settings/env')>()),
  getEnv: () => state.env,
}))
vi.mock('@/lib/auth/viewer', () => ({
  getViewer: async () => state.viewer,
  getUnlockedViewer: async () => state.unlocked,
  getPerson: async () => state.person,
}))

function setEnv(more: Record<string, string> = {}) {
  const settings = {
    SITE_URL: SITE,
    SITE_SECRET: 'a-secret-of-the-tests',
    STATE_DIR: createFolder('comments'),
    ...more,
  }
  const form = { COMMENTS: 'notion', COMMENTS_FORM: 'review', NOTION_ROOT_PAGE: createId('Root') }
  const env = readEnv({ ...form, NOTION_INTEGRATION_TOKEN: 'ntn_test', ...settings }, '/')
  state.env = env
  return env
}

let env = setEnv()

beforeEach(() => {
  env = setEnv()
  Object.assign(state, { viewer: PUBLIC, unlocked: PUBLIC, person: undefined })
  const options = ['on', 'off', 'closed'].map((value) => ({ id: value, value }))
  const statuses = ['Published', 'Draft'].map((value) => ({ id: value, value }))
  const pages = [
    page('Root', undefined),
    page('Talk', 'Root'),
    page('Other', 'Root'),
    row('Silent', 'Rows', { Comments: 'off' }),
    row('Over', 'Rows', { Comments: 'closed' }),
    row('Secret', 'Closed', { Access: 'Members' }),
    row('Board', 'Closed', { Access: 'board' }),
    row('Diary', 'Closed', { Access: 'Public' }, { block: { locked: SEAL } }),
    row('Aside', 'Closed', { Access: 'Unlisted' }),
    row('Draft', 'Drafts', { Status: 'Draft' }),
  ]
  const rows = collection('Rows', 'Root', { Comments: { type: 'select', options } })
  const closed = collection('Closed', 'Root', { Access: { type: 'select' } })
  const drafts = collection('Drafts', 'Root', { Status: { type: 'status', options: statuses } })
  const comment = { name: 'Ann', text: 'First words', created: 1 }
  const comments = {
    [createId('Talk')]: [
      { id: createId('first'), ...comment },
      { id: createId('reply'), ...comment, isReply: true as const },
    ],
    [createId('Other')]: [{ id: createId('elsewhere'), ...comment }],
  }
  const index = buildSite(buildInput(pages, [rows, closed, drafts], { comments }), {
    ...SETTINGS,
    signIn: true,
    asksForPasswords: true,
  })
  const site = new Site({ ...index, look: { ...index.look, spamWords: 'free money' } })
  const runtime = getRuntime()
  runtime.site = { site: Promise.resolve(site), loaded: site, last: site } as SiteState
  runtime.commentLimit = undefined
})

const TALK = createId('Talk')
const createToken = (age = 5000, page = TALK, other = env) => createFormToken(page, other, Date.now() - age)

function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

interface Sent {
  status: number
  location: string | null
  html: string
  retry: string | null
}

async function send(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Sent> {
  const body = new URLSearchParams({ page: TALK, text: 'Fine words', ...fields })
  const response = await POST(new Request(`${SITE}/api/comments`, { method: 'POST', body, headers }))
  const { status } = response
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const read = (name: string) => response.headers.get(name)
  return { status, location: read('location'), html: await response.text(), retry: read('retry-after') }
}

const list = () => listWaiting(env)

describe('a comment', () => {
  test('without a token is shown once more, with one', async () => {
    const { status, html } = await send({ name: 'Ann', text: 'a < b & "c"\nd' })
    expect(status).toBe(200)
    expect(html).toContain('a &lt; b &amp; &quot;c&quot;\nd')
    expect(html).toContain('value="Ann"')
    expect(html).toMatch(/name="token" value="[0-9a-f-]{36}\.\d+\.[\w-]{43}"/)
    expect(await list()).toEqual([])
  })

  test('with a token is stored once, and leads back to the page', async () => {
    const fields = { name: 'Ann', token: createToken() }
    const { status, location } = await send(fields)
    expect([status, location]).toEqual([303, '/talk#comment-sent'])
    expect(await list()).toMatchObject([{ page: TALK, name: 'Ann', text: 'Fine words', verdict: 'new' }])
    expect((await send(fields)).status).toBe(303)
    expect(await list()).toHaveLength(1)
  })

  test('that is changed after it was sent gets another form, and keeps its text', async () => {
    const token = createToken()
    await send({ token })
    const { status, html } = await send({ token, text: 'Other words' })
    expect(status).toBe(400)
    expect(html).toMatch(/role="alert">Check your comment, and send it once more/)
    expect(html).toContain('Other words</textarea>')
    expect(html).toMatch(/name="token" value="[^"]+"/)
    expect(html).not.toContain(token)
    expect(await list()).toMatchObject([{ text: 'Fine words' }])
  })

  test('may reply to a first comment of its page', async () => {
    await send({ token: createToken(), parent: createId('first') })
    expect(await list()).toMatchObject([{ replyTo: createId('first'), name: '' }])
  })

  test.each(['reply', 'elsewhere', 'nothing'])('replies to no other: %s', async (name) => {
    const { status, html } = await send({ token: createToken(), parent: createId(name) })
    expect(status).toBe(400)
    expect(html).toContain('no longer there')
    expect(html).not.toContain('name="parent"')
    expect(await list()).toEqual([])
  })

  test.each<[string, () => string]>([
    ['less than two seconds after it was made', () => createToken(0)],
    ['with a form that is too old', () => createToken(FORM_AGES.maxMs + 1000)],
    ['while the clock is set back', () => createToken(-3600_000)],
    ['with the form of another page', () => createToken(5000, createId('Other'))],
    ['with the form of another site', () => createToken(5000, TALK, { ...env, siteUrl: 'https://other.example' })],
    ['with a forged form', () => 'x'],
  ])('that is sent %s has to be sent once more, and keeps its text', async (_, getToken) => {
    stopClock()
    const { status, html } = await send({ token: getToken() })
    expect(status).toBe(400)
    expect(html).toMatch(/role="alert">Check your comment, and send it once more/)
    expect(html).toContain('Fine words')
    expect(await list()).toEqual([])
  })

  test('that is sent too early keeps its form, which becomes old enough', async () => {
    stopClock()
    const token = createToken(0)
    expect((await send({ token })).html).toContain(`name="token" value="${token}"`)
    vi.setSystemTime(Date.now() + FORM_AGES.minMs)
    expect((await send({ token })).status).toBe(303)
  })

  test('that is sent with an invalid form gets another one', async () => {
    stopClock()
    const token = createToken(-1000)
    const { html } = await send({ token })
    expect(html).toMatch(/name="token" value="[^"]+"/)
    expect(html).not.toContain(token)
  })

  test('of a program that fills in every field is not stored', async () => {
    const { status, html } = await send({ token: createToken(), website: 'https://spam.example' })
    expect([status, html.includes('spam.example')]).toEqual([400, false])
    expect(await list()).toEqual([])
  })

  test('with problems is not stored, and each problem belongs to its field', async () => {
    const long = await send({ token: createToken(), name: 'n'.repeat(COMMENT_LIMITS.name + 1), text: ' ' })
    expect(long.status).toBe(400)
    expect(long.html).toMatch(/id="comment-name"[^>]*aria-invalid="true" aria-describedby="comment-name-problem"/)
    expect(long.html).toMatch(/id="comment-text"[^>]*aria-invalid="true" aria-describedby="comment-text-problem"/)
    expect(long.html).toContain('At most 100 characters are possible; these are 101.')
    const text = 't'.repeat(COMMENT_LIMITS.text + 1)
    expect((await send({ token: createToken(), text })).html).toContain(`${text}</textarea>`)
    expect((await send({ text: 't'.repeat(70_000) })).status).toBe(413)
    expect(await list()).toEqual([])
  })

  test.each(['get FREE money', 'https://a.example https://b.example https://c.example'])(
    'that is probably spam waits as such: %s',
    async (text) => {
      env = setEnv({ COMMENTS_FORM: 'publish' })
      expect((await send({ token: createToken(), text })).status).toBe(303)
      await send({ token: createToken() })
      expect((await list()).map(({ verdict }) => verdict).sort()).toEqual(['approved', 'spam'])
    },
  )
})

describe('the page of a comment', () => {
  test.each(['Silent', 'Secret', 'Board', 'Draft', 'Diary', 'Root', 'Nothing'])('is not %s', async (name) => {
    const id = createId(name)
    expect((await send({ page: id, token: createToken(5000, id) })).status).toBe(404)
    expect((await GET(new Request(`${SITE}/api/comments?page=${id}`))).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test('may be one with a password that the visitor has given', async () => {
    const id = createId('Diary')
    state.unlocked = { ...PUBLIC, unlocked: [createLock(id, SEAL)] }
    const { status, location } = await send({ page: id, token: createToken(5000, id) })
    expect([status, location]).toEqual([303, '/unlock/diary#comment-sent'])
    state.unlocked = { ...PUBLIC, unlocked: [createLock(id, 'b'.repeat(32))] }
    expect((await send({ page: id, token: createToken(5000, id) })).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })

  test('may be one that lists do not contain', async () => {
    const id = createId('Aside')
    expect((await send({ page: id, token: createToken(5000, id) })).location).toBe('/aside#comment-sent')
  })

  test.each(['', 'x', '../../secret', 'a'.repeat(36)])('is not the malformed %j', async (id) => {
    expect((await send({ page: id, token: createToken() })).status).toBe(404)
  })

  test('takes none if its comments are closed', async () => {
    const id = createId('Over')
    const { status, html } = await send({ page: id, token: createToken(5000, id) })
    expect(status).toBe(403)
    expect(html).toContain('Comments on this page are closed.')
    expect(html).not.toContain('<textarea')
    expect(await list()).toEqual([])
  })
})

describe('a member', () => {
  const id = createId('Secret')
  const fields = () => ({ page: id, area: 'members', name: 'Someone else', token: createToken(5000, id) })

  test('comments under the name of the account', async () => {
    Object.assign(state, { viewer: MEMBER, person: { id: '1', name: 'Mia Lee' } })
    const { location } = await send(fields())
    expect(location).toBe('/members/secret#comment-sent')
    expect(await list()).toMatchObject([{ name: 'Mia Lee' }])
    expect((await send({ ...fields(), token: '' })).html).not.toContain('name="name"')
  })

  test('comments with a long name of the account, which is cut', async () => {
    Object.assign(state, { viewer: MEMBER, person: { id: '1', name: 'n'.repeat(COMMENT_LIMITS.name + 1) } })
    expect((await send(fields())).status).toBe(303)
    expect((await list())[0]?.name).toBe('n'.repeat(COMMENT_LIMITS.name))
  })

  test('may give a name if the account has none', async () => {
    Object.assign(state, { viewer: MEMBER, person: { id: '1' } })
    expect((await send({ ...fields(), token: '' })).html).toContain('name="name"')
    await send(fields())
    expect(await list()).toMatchObject([{ name: 'Someone else' }])
  })

  test.each(['Board', 'Draft', 'Nothing'])(
    'comments on no page of another organization, draft or missing page: %s',
    async (name) => {
      state.viewer = { ...MEMBER, organizations: ['crew'] }
      const other = createId(name)
      expect((await send({ ...fields(), page: other, token: createToken(5000, other) })).status).toBe(404)
      expect(await list()).toEqual([])
    },
  )

  test('comments on a page of the own organization', async () => {
    state.viewer = { ...MEMBER, organizations: ['board'] }
    const own = createId('Board')
    expect((await send({ ...fields(), page: own, token: createToken(5000, own) })).status).toBe(303)
  })

  test('whose session ended keeps the text, and learns nothing about the page', async () => {
    env = setEnv({ AUTH_HEADER_USER: 'x-user', TRUST_PROXY: '1' })
    const sendTo = async (name: string) => {
      const { status, html } = await send({ ...fields(), page: createId(name), parent: createId('first') })
      expect(status).toBe(401)
      return html.replace(createId(name), 'PAGE')
    }
    const html = await sendTo('Secret')
    expect(html).toContain('Fine words</textarea>')
    expect(html).toMatch(/<a [^>]*href="\/sign-in\?redirect_url=%2Fmembers"/)
    expect(html).not.toMatch(/secret/i)
    expect(await Promise.all(['Nothing', 'Talk', 'Over', 'Silent'].map(sendTo))).toEqual([html, html, html, html])
    expect(await list()).toEqual([])
  })

  test('comments on no members page while sign-in is off', async () => {
    expect((await send(fields())).status).toBe(404)
  })
})

describe('limits', () => {
  test('a client may send ten comments in ten minutes', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    for (let count = 0; count < 10; count++) {
      expect((await send({ token: createToken() }, headers)).status).toBe(303)
    }
    const { status, html, retry } = await send({ token: createToken() }, headers)
    expect([status, Number(retry) > 0]).toEqual([429, true])
    expect(html).toContain('Fine words')
    expect((await send({ token: createToken() }, { 'x-forwarded-for': '192.0.2.2' })).status).toBe(303)
    expect(await list()).toHaveLength(11)
  })

  test('a full queue takes no more, and the reader keeps the text', async () => {
    const { comments } = QUEUE_LIMITS
    QUEUE_LIMITS.comments = 1
    try {
      await send({ token: createToken() })
      const { status, html, retry } = await send({ token: createToken() })
      expect([status, retry]).toEqual([503, '300'])
      expect(html).toContain('Fine words')
    } finally {
      QUEUE_LIMITS.comments = comments
    }
  })

  test('a folder that cannot be written to takes none', async () => {
    rmSync(env.stateDir, { recursive: true, force: true })
    writeFileSync(env.stateDir, '')
    expectConsole(/: A comment could not be stored: /)
    expect((await send({ token: createToken() })).status).toBe(503)
  })
})

test('a form of another site is refused', async () => {
  expect((await send({ token: createToken() }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await send({ token: createToken() }, { origin: 'https://other.example' })).status).toBe(403)
  expect(await list()).toEqual([])
})

test('the form for a reply shows the comment to which it replies', async () => {
  const response = await GET(new Request(`${SITE}/api/comments?page=${TALK}&parent=${createId('first')}`))
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toContain('First words')
  expect(html).toContain(`name="parent" value="${createId('first')}"`)
})

test('a link does not fill in the form', async () => {
  const response = await GET(new Request(`${SITE}/api/comments?page=${TALK}&text=Foreign+words&name=Stranger`))
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toContain('<textarea')
  expect(html).not.toMatch(/Foreign words|Stranger/)
})

test('without COMMENTS_FORM there is no form', async () => {
  state.env = readEnv({ SITE_URL: SITE }, '/')
  expect((await send({})).status).toBe(404)
})

test('a stored comment has the fields of the form, and nothing about its reader', async () => {
  await send({ token: createToken(), name: 'Ann', more: 'x' }, { 'x-forwarded-for': '192.0.2.1', 'user-agent': 'Test' })
  const folder = getQueueFolder(env)
  const [file = ''] = readdirSync(folder)
  const stored = JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
  expect(Object.keys(stored).sort()).toEqual(['at', 'id', 'name', 'page', 'text', 'verdict'])
})
