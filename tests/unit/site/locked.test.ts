import { describe, expect, it, test } from 'vitest'
import { getFeedPages } from '@/lib/formats/feed-pages'
import { renderLlmsText } from '@/lib/formats/llms'
import { renderSitemap } from '@/lib/formats/sitemap'
import { combineAccess, getLeastPrivilegedViewers, getRowAccess, mayRead, mayUnlock, PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { Site } from '@/lib/site/site'
import type { Access, Viewer } from '@/lib/site/site-index'
import { getStatus } from '@/lib/site/status'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, date, idOf, page, row } from '../../support/records'

const ASKING = { ...SETTINGS, signIn: true, asksForPasswords: true }
const SEAL = 'a'.repeat(32)
const OTHER_SEAL = 'b'.repeat(32)
const LOCK = `${idOf('Diary')}:${SEAL}`
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
    page('Root', undefined, { links: [idOf('Diary'), idOf('Open')], collections: [idOf('Posts')] }),
    row(
      'Diary',
      'Posts',
      { ...values, Tags: 'Sea,Secret', ...more },
      { block: { locked: seal }, children: [idOf('Entry')] },
    ),
    row('Open', 'Posts', values, { links: [idOf('Diary')] }),
    page('Entry', 'Diary', { links: [idOf('Open')] }),
  ]
  const input = buildInput(pages, [posts], { files: new Map([[idOf('Diary'), [FILE]]]) })
  const index = buildSite(input, ASKING)
  return { site: new Site(index), index, input }
}
const { site, index, input } = build()
const accessOf = (name: string, from = index) => from.pages.find(({ id }) => id === idOf(name))?.access as Access

describe('a row with a password', () => {
  it('is locked if visitors are asked for passwords, and so is what is below it', () => {
    expect(accessOf('Diary')).toEqual({ kind: 'locked', locks: [LOCK] })
    expect(accessOf('Entry')).toEqual(accessOf('Diary'))
    expect(accessOf('Open')).toEqual({ kind: 'public' })
  })

  it('is not published without SITE_SECRET, or if the password cannot be typed', () => {
    const { block } = row('Diary', 'Posts', {}, { block: { locked: SEAL } })
    const rows = collection('Posts', 'Root', {})
    expect(getRowAccess(block, rows, SETTINGS)).toEqual({ kind: 'unpublished', reason: { why: 'password' } })
    const unusable = getRowAccess({ ...block, locked: true }, rows, ASKING)
    expect(unusable).toEqual({ kind: 'unpublished', reason: { why: 'password-unusable' } })
    expect(mayRead(unusable, EDITOR)).toBe(false)
  })

  it('is read by those who gave its present password, and by editors', () => {
    const readers: [Viewer, boolean][] = [
      [PUBLIC, false],
      [MEMBER, false],
      [EDITOR, true],
      [HOLDER, true],
      [{ ...MEMBER, unlocked: [LOCK] }, true],
      [{ ...PUBLIC, unlocked: [`${idOf('Diary')}:${OTHER_SEAL}`] }, false],
      [{ ...PUBLIC, unlocked: [`${idOf('Open')}:${SEAL}`] }, false],
    ]
    for (const [viewer, may] of readers) expect(mayRead(accessOf('Diary'), viewer), JSON.stringify(viewer)).toBe(may)
  })

  it('has a form at its address for those who may not read it yet, in no other form', () => {
    const found = site.resolve('diary', PUBLIC)
    expect(found).toMatchObject({ kind: 'locked', page: { id: idOf('Diary') } })
    expect(getStatus(found)).toBe(200)
    expect(site.resolve('entry', MEMBER).kind).toBe('locked')
    expect(site.resolvePage('diary', PUBLIC)).toEqual({ kind: 'missing' })
    expect(site.resolve('diary', HOLDER).kind).toBe('page')
    expect(site.resolve('diary', EDITOR).kind).toBe('page')
  })

  it('redirects to the form from its id and other spellings, and never from its own path', () => {
    expect(site.resolve(idOf('Diary'), PUBLIC)).toEqual({ kind: 'redirect', path: 'diary' })
    expect(site.resolve('Diary', PUBLIC)).toEqual({ kind: 'redirect', path: 'diary' })
    const renamed = new Site({ ...index, formerPaths: { diary: idOf('Diary'), journal: idOf('Diary') } })
    expect(renamed.resolve('diary', PUBLIC).kind).toBe('locked')
    expect(renamed.resolve('journal', PUBLIC)).toEqual({ kind: 'redirect', path: 'diary' })
  })

  it('has another version for its form than for its content, and both change with the password', () => {
    const [form, content] = [site.version(idOf('Diary'), PUBLIC), site.version(idOf('Diary'), HOLDER)]
    expect(form).toBe(`locked-${content}`)
    expect(build(OTHER_SEAL).site.version(idOf('Diary'), PUBLIC)).not.toBe(form)
    expect(site.version(idOf('Open'), PUBLIC)).not.toMatch(/^locked/)
  })

  it('is in no list', () => {
    expect(site.dated(PUBLIC).map(({ title }) => title)).toEqual(['Open'])
    expect([...site.terms('tags', PUBLIC).keys()]).toEqual(['sea'])
    expect(site.newest(PUBLIC).map(({ title }) => title)).toEqual(['Open'])
    expect(site.near('diery')).toEqual([])
    const open = index.pages.find(({ id }) => id === idOf('Open'))
    if (open === undefined) throw new Error('no such page')
    expect(site.around(open, PUBLIC)).toEqual({ previous: undefined, next: undefined, related: [], backlinks: [] })
    const formats = [
      renderSitemap(index, 'https://site.example', undefined),
      renderLlmsText(index, 'https://site.example', 'Others'),
      getFeedPages(index, Date.now()).map(({ title }) => title),
    ]
    expect(JSON.stringify(formats)).not.toMatch(/diary|entry|secret/i)
    expect(JSON.stringify(formats)).toMatch(/open/i)
  })

  it('has its pages and files below /unlock for those who read it', () => {
    expect(site.link(idOf('Entry'), HOLDER)?.path).toBe('/unlock/entry')
    expect(site.link(idOf('Open'), HOLDER)?.path).toBe('/open')
    expect(site.link(idOf('Entry'), { ...MEMBER, unlocked: [LOCK] })?.path).toBe('/members/entry')
    expect(site.fileAddress(FILE, 'a.png', HOLDER)).toBe(`/unlock/files/${idOf('Diary')}/${FILE}-a.png`)
    expect(site.fileAddress(FILE, 'a.png', PUBLIC)).toBeUndefined()
    expect(site.showsFile(FILE, PUBLIC)).toBe(false)
  })

  it('is no mistake, unless its password cannot be typed', () => {
    const kinds = (from: typeof input) =>
      findFindings(from, buildSite(from, ASKING), [], ASKING).filter(({ page: id }) => id === idOf('Diary'))
    expect(kinds(input).map(({ kind }) => kind)).not.toContain('wrong-access')
    expect(kinds(build(true).input)).toContainEqual(
      expect.objectContaining({ kind: 'wrong-access', reason: { why: 'password-unusable' } }),
    )
  })
})

describe('a password with other rules', () => {
  const locked: Access = { kind: 'locked', locks: [LOCK] }
  const second: Access = { kind: 'locked', locks: [`${idOf('Entry')}:${SEAL}`] }

  it('of a page above is asked for, too', () => {
    const both = combineAccess(locked, second)
    expect(mayRead(both, HOLDER)).toBe(false)
    expect(mayRead(both, { ...PUBLIC, unlocked: [LOCK, `${idOf('Entry')}:${SEAL}`] })).toBe(true)
    expect(combineAccess(second, locked)).toEqual(both)
    expect(combineAccess(locked, locked)).toEqual(locked)
  })

  it('opens a page of members to members only, who alone are asked', () => {
    const ofMembers = combineAccess(locked, { kind: 'members', organizations: ['staff'] })
    const staff: Viewer = { signedIn: true, organizations: ['staff'] }
    for (const viewer of [HOLDER, { ...MEMBER, unlocked: [LOCK] }, EDITOR])
      expect(mayRead(ofMembers, viewer)).toBe(false)
    expect(mayRead(ofMembers, { ...staff, unlocked: [LOCK] })).toBe(true)
    expect([mayUnlock(ofMembers, PUBLIC), mayUnlock(ofMembers, MEMBER), mayUnlock(ofMembers, staff)]).toEqual([
      false,
      false,
      true,
    ])
    expect(getLeastPrivilegedViewers(ofMembers)).toEqual([{ ...staff, unlocked: [LOCK] }])
  })

  it('opens no draft', () => {
    const draft: Access = { kind: 'unpublished', reason: { why: 'status', status: 'Draft' } }
    expect(combineAccess(locked, draft)).toEqual(draft)
  })

  test('a page of members with a password is not served without sign-in', () => {
    const { input: given } = build(SEAL, { Access: 'Members' })
    const access = accessOf('Diary', buildSite(given, { ...ASKING, signIn: false }))
    expect(access).toEqual({ kind: 'unpublished', reason: { why: 'no-sign-in' } })
  })
})
