import { describe, expect, it, test } from 'vitest'
import { getFeedPages } from '@/lib/formats/feeds'
import { renderLlmsText } from '@/lib/formats/llms'
import { renderSitemap } from '@/lib/formats/sitemap'
import { combineAccess, getLeastPrivilegedViewers, getRowAccess, mayRead, mayUnlock, PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { getStatus } from '@/lib/site/resolve/resolution'
import { Site } from '@/lib/site/site'
import type { Access, Viewer } from '@/lib/site/site-index'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, date, page, row } from '../../support/records'

const WITH_PASSWORDS = { ...SETTINGS, signIn: true, asksForPasswords: true }
const SEAL = 'a'.repeat(32)
const OTHER_SEAL = 'b'.repeat(32)
const LOCK = `${createId('Diary')}:${SEAL}`
const HOLDER: Viewer = { ...PUBLIC, unlocked: [LOCK] }
const MEMBER: Viewer = { signedIn: true, organizations: [] }
const EDITOR: Viewer = { ...MEMBER, role: 'editor' }
const FILE = 'f'.repeat(64)

function build(seal: string | true = SEAL, more: Record<string, string> = {}) {
  const posts = collection('Posts', 'Root', {
    Tags: { type: 'multi_select' },
    Date: { type: 'date' },
    Access: { type: 'select' },
    Slug: {},
  })
  const values = { Tags: 'Sea', Date: date('2020-01-01'), Access: 'Public' }
  const pages = [
    page('Root', undefined, { links: [createId('Diary'), createId('Open')], collections: [createId('Posts')] }),
    row(
      'Diary',
      'Posts',
      { ...values, Tags: 'Sea,Secret', ...more },
      { block: { locked: seal }, children: [createId('Entry')] },
    ),
    row('Open', 'Posts', values, { links: [createId('Diary')] }),
    page('Entry', 'Diary', { links: [createId('Open')] }),
  ]
  const input = buildInput(pages, [posts], { files: new Map([[createId('Diary'), [FILE]]]) })
  const index = buildSite(input, WITH_PASSWORDS)
  return { site: new Site(index), index, input }
}
const { site, index, input } = build()
const getAccess = (name: string, from = index) => from.pages.find(({ id }) => id === createId(name))?.access as Access

describe('a row with a password', () => {
  it('is locked together with its subpages if passwords are enabled', () => {
    expect(getAccess('Diary')).toEqual({ kind: 'locked', locks: [LOCK] })
    expect(getAccess('Entry')).toEqual(getAccess('Diary'))
    expect(getAccess('Open')).toEqual({ kind: 'public' })
  })

  it('is not published without SITE_SECRET or with a password that cannot be typed', () => {
    const { block } = row('Diary', 'Posts', {}, { block: { locked: SEAL } })
    const rows = collection('Posts', 'Root', {})
    expect(getRowAccess(block, rows, SETTINGS)).toEqual({ kind: 'unpublished', reason: { why: 'password' } })
    const unusable = getRowAccess({ ...block, locked: true }, rows, WITH_PASSWORDS)
    expect(unusable).toEqual({ kind: 'unpublished', reason: { why: 'password-unusable' } })
    expect(mayRead(unusable, EDITOR)).toBe(false)
  })

  it('is readable by viewers who entered its current password, and by editors', () => {
    const readers: [Viewer, boolean][] = [
      [PUBLIC, false],
      [MEMBER, false],
      [EDITOR, true],
      [HOLDER, true],
      [{ ...MEMBER, unlocked: [LOCK] }, true],
      [{ ...PUBLIC, unlocked: [`${createId('Diary')}:${OTHER_SEAL}`] }, false],
      [{ ...PUBLIC, unlocked: [`${createId('Open')}:${SEAL}`] }, false],
    ]
    for (const [viewer, may] of readers) expect(mayRead(getAccess('Diary'), viewer), JSON.stringify(viewer)).toBe(may)
  })

  it('resolves to a password form for other viewers, and is missing in other formats', () => {
    const found = site.resolve('diary', PUBLIC)
    expect(found).toMatchObject({ kind: 'locked', page: { id: createId('Diary') } })
    expect(getStatus(found)).toBe(200)
    expect(site.resolve('entry', MEMBER).kind).toBe('locked')
    expect(site.resolvePage('diary', PUBLIC)).toEqual({ kind: 'missing' })
    expect(site.resolve('diary', HOLDER).kind).toBe('page')
    expect(site.resolve('diary', EDITOR).kind).toBe('page')
  })

  it('redirects its id and other spellings to its path, without a loop', () => {
    expect(site.resolve(createId('Diary'), PUBLIC)).toEqual({ kind: 'redirect', path: 'diary' })
    expect(site.resolve('Diary', PUBLIC)).toEqual({ kind: 'redirect', path: 'diary' })
    const renamed = new Site({ ...index, formerPaths: { diary: createId('Diary'), journal: createId('Diary') } })
    expect(renamed.resolve('diary', PUBLIC).kind).toBe('locked')
    expect(renamed.resolve('journal', PUBLIC)).toEqual({ kind: 'redirect', path: 'diary' })
  })

  it('has different versions for its form and its content, which both change with the password', () => {
    const [form, content] = [site.version(createId('Diary'), PUBLIC), site.version(createId('Diary'), HOLDER)]
    expect(form).toBe(`locked-${content}`)
    expect(build(OTHER_SEAL).site.version(createId('Diary'), PUBLIC)).not.toBe(form)
    expect(site.version(createId('Open'), PUBLIC)).not.toMatch(/^locked/)
  })

  it('is not in any list', () => {
    expect(site.dated(PUBLIC).map(({ title }) => title)).toEqual(['Open'])
    expect([...site.terms('tags', PUBLIC).keys()]).toEqual(['sea'])
    expect(site.newest(PUBLIC).map(({ title }) => title)).toEqual(['Open'])
    expect(site.suggestions('diery')).toEqual([])
    const open = index.pages.find(({ id }) => id === createId('Open'))
    if (open === undefined) throw new Error('no such page')
    expect(site.neighbors(open, PUBLIC)).toEqual({
      previous: undefined,
      next: undefined,
      related: [],
      backlinks: [],
      series: [],
    })
    const formats = [
      renderSitemap(index, 'https://site.example', undefined),
      renderLlmsText(index, 'https://site.example', 'Others'),
      getFeedPages(index, PUBLIC, Date.now()).map(({ title }) => title),
    ]
    expect(JSON.stringify(formats)).not.toMatch(/diary|entry|secret/i)
    expect(JSON.stringify(formats)).toMatch(/open/i)
  })

  it('links its pages and files below /unlock for viewers who unlocked it', () => {
    expect(site.link(createId('Entry'), HOLDER)?.path).toBe('/unlock/entry')
    expect(site.link(createId('Open'), HOLDER)?.path).toBe('/open')
    expect(site.link(createId('Entry'), { ...MEMBER, unlocked: [LOCK] })?.path).toBe('/members/entry')
    expect(site.fileAddress(FILE, 'a.png', HOLDER)).toBe(`/unlock/files/${createId('Diary')}/${FILE}-a.png`)
    expect(site.fileAddress(FILE, 'a.png', PUBLIC)).toBeUndefined()
    expect(site.showsFile(FILE, PUBLIC)).toBe(false)
  })

  it('is reported as a mistake only if its password cannot be typed', () => {
    const findDiaryFindings = (from: typeof input) =>
      findFindings(from, buildSite(from, WITH_PASSWORDS), [], WITH_PASSWORDS).filter(
        ({ page: id }) => id === createId('Diary'),
      )
    expect(findDiaryFindings(input).map(({ kind }) => kind)).not.toContain('wrong-access')
    expect(findDiaryFindings(build(true).input)).toContainEqual(
      expect.objectContaining({ kind: 'wrong-access', reason: { why: 'password-unusable' } }),
    )
  })
})

describe('a password combined with other access', () => {
  const locked: Access = { kind: 'locked', locks: [LOCK] }
  const second: Access = { kind: 'locked', locks: [`${createId('Entry')}:${SEAL}`] }

  it('requires the passwords of both a page and its parent', () => {
    const both = combineAccess(locked, second)
    expect(mayRead(both, HOLDER)).toBe(false)
    expect(mayRead(both, { ...PUBLIC, unlocked: [LOCK, `${createId('Entry')}:${SEAL}`] })).toBe(true)
    expect(combineAccess(second, locked)).toEqual(both)
    expect(combineAccess(locked, locked)).toEqual(locked)
  })

  it('unlocks a members page only for members who may read it', () => {
    const forMembers = combineAccess(locked, { kind: 'members', organizations: ['staff'] })
    const staff: Viewer = { signedIn: true, organizations: ['staff'] }
    for (const viewer of [HOLDER, { ...MEMBER, unlocked: [LOCK] }, EDITOR])
      expect(mayRead(forMembers, viewer)).toBe(false)
    expect(mayRead(forMembers, { ...staff, unlocked: [LOCK] })).toBe(true)
    expect([mayUnlock(forMembers, PUBLIC), mayUnlock(forMembers, MEMBER), mayUnlock(forMembers, staff)]).toEqual([
      false,
      false,
      true,
    ])
    expect(getLeastPrivilegedViewers(forMembers)).toEqual([{ ...staff, unlocked: [LOCK] }])
  })

  it('does not unlock a draft', () => {
    const draft: Access = { kind: 'unpublished', reason: { why: 'status', status: 'Draft' } }
    expect(combineAccess(locked, draft)).toEqual({ ...draft, locks: [LOCK] })
    expect(mayRead(combineAccess(locked, draft), HOLDER)).toBe(false)
  })

  test('a members page with a password is not published without sign-in', () => {
    const { input: lockedInput } = build(SEAL, { Access: 'Members' })
    const access = getAccess('Diary', buildSite(lockedInput, { ...WITH_PASSWORDS, signIn: false }))
    expect(access).toEqual({ kind: 'unpublished', reason: { why: 'no-sign-in' } })
  })
})
