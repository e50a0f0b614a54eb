import { describe, expect, it } from 'vitest'
import { getFeedPages } from '@/lib/formats/feeds'
import { renderLlmsText } from '@/lib/formats/llms'
import { renderSitemap } from '@/lib/formats/sitemap'
import { findScreen } from '@/lib/screens/find-screen'
import { hasPreview, isPublicViewer, mayRead, PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { getPagePath, Site } from '@/lib/site/site'
import type { Access, Viewer } from '@/lib/site/site-index'
import { withhold } from '@/lib/site/withhold'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, date, page, row } from '../../support/records'

const FILE = 'f'.repeat(64)
const CHAPTER_FILE = 'e'.repeat(64)
const EDITOR: Viewer = { signedIn: true, organizations: [], role: 'editor' }

const hold = (name: string, hasSubpages = false): Viewer => ({
  ...PUBLIC,
  preview: { page: createId(name), hasSubpages, token: 'token' },
})

function build(status = 'Draft') {
  const schema = {
    Status: { type: 'select', options: [{ id: 'p', value: 'Published' }] },
    Access: { type: 'select' },
    Date: { type: 'date' },
    Tags: { type: 'multi_select' },
  }
  const posts = collection('Posts', 'Root', schema)
  const notes = collection('Notes', 'Draft', schema)
  const published = { Status: 'Published', Access: 'Public', Date: date('2020-01-01'), Tags: 'Sea' }
  const pages = [
    page('Root', undefined, { collections: [createId('Posts')] }),
    row(
      'Draft',
      'Posts',
      { ...published, Status: status, Tags: 'Sea,Secret' },
      { children: [createId('Chapter')], collections: [createId('Notes')] },
    ),
    page('Chapter', 'Draft'),
    row('Note', 'Notes', published),
    row('Members', 'Notes', { ...published, Access: 'Members' }),
    row('Locked', 'Notes', published, { block: { locked: 'a'.repeat(32) } }),
    row('Mistake', 'Notes', { ...published, Access: '' }),
    row('Other', 'Posts', { ...published, Status: 'Draft' }),
    row('Inner', 'Posts', { ...published, Status: 'Draft', Access: 'Members' }),
    row('Open', 'Posts', published, { links: [createId('Draft')] }),
  ]
  const files = new Map([
    [createId('Draft'), [FILE]],
    [createId('Chapter'), [CHAPTER_FILE]],
  ])
  const index = buildSite(buildInput(pages, [posts, notes], { files }), {
    ...SETTINGS,
    signIn: true,
    asksForPasswords: true,
  })
  return { index, site: new Site(index) }
}
const { site, index } = build()
const getAccess = (name: string) => index.pages.find(({ id }) => id === createId(name))?.access as Access
const listReadable = (viewer: Viewer, from = index) =>
  from.pages.filter(({ access }) => mayRead(access, viewer)).map(({ title }) => title)

describe('a preview link', () => {
  it('opens only its draft, and with subpages also what everyone will read below it', () => {
    const open = listReadable(PUBLIC)
    expect(open).toEqual(['Root', 'Open'])
    const opened = (viewer: Viewer) => listReadable(viewer).filter((title) => !open.includes(title))
    expect(opened(hold('Draft'))).toEqual(['Draft'])
    expect(opened(hold('Draft', true))).toEqual(['Draft', 'Chapter', 'Note'])
    expect(opened(hold('Chapter', true))).toEqual(['Chapter'])
    expect(opened(hold('Other', true))).toEqual(['Other'])
    for (const name of ['Root', 'Open', 'Posts', 'Members', 'Locked', 'Mistake', 'Inner', 'nothing'])
      expect(opened(hold(name, true)), name).toEqual([])
  })

  it('replaces neither a membership nor a password, nor does it repair a mistake', () => {
    const previewed = ['Draft', 'Chapter', 'Note', 'Other']
    for (const { title, access } of index.pages) expect(hasPreview(access), title).toBe(previewed.includes(title))
    expect(mayRead(getAccess('Locked'), EDITOR)).toBe(true)
    expect(mayRead(getAccess('Members'), EDITOR)).toBe(true)
    expect(mayRead(getAccess('Mistake'), EDITOR)).toBe(false)
  })

  it('opens the database in the draft, whose rows are pages below it', () => {
    expect(site.collection(createId('Notes'), hold('Draft'))).toBeDefined()
    expect(site.collection(createId('Notes'), hold('Other'))).toBeUndefined()
    expect(site.page(createId('Note'), hold('Draft'))).toBeUndefined()
  })

  it('ends when the page is published, deleted or withdrawn', () => {
    const published = build('Published')
    expect(listReadable(hold('Draft', true), published.index)).toEqual(listReadable(PUBLIC, published.index))
    expect(listReadable(hold('Draft', true), withhold(index, new Set([createId('Draft')])))).not.toContain('Draft')
  })

  it('is not the viewer of cached responses', () => {
    expect(isPublicViewer(PUBLIC)).toBe(true)
    expect(isPublicViewer(hold('Draft'))).toBe(false)
  })

  it('opens the files of the draft at addresses with its token', () => {
    const viewer = hold('Draft')
    expect(site.fileAddress(FILE, 'a.png', viewer)).toBe(`/preview/token/files/${createId('Draft')}/${FILE}-a.png`)
    expect(site.fileAddress(CHAPTER_FILE, 'a.png', viewer)).toBeUndefined()
    expect(site.showsFile(CHAPTER_FILE, hold('Draft', true))).toBe(true)
    expect(site.showsFile(FILE, PUBLIC)).toBe(false)
  })

  it('gives drafts an address below it, and public pages their own', () => {
    const viewer = hold('Draft', true)
    const getPath = (name: string) => {
      const found = site.page(createId(name), viewer)
      return found && getPagePath(found, viewer)
    }
    expect(getPath('Draft')).toBe('/preview/token')
    expect(getPath('Chapter')).toBe('/preview/token/chapter')
    expect(getPath('Open')).toBe('/open')
  })

  it('resolves its address by the id of the page, and redirects to what is published', () => {
    const find = (path: string, viewer: Viewer, from = site) =>
      findScreen(from, { area: 'preview', prefix: '', path, token: 'token' }, viewer)
    expect(find('', hold('Draft'))).toMatchObject({ kind: 'page', page: { id: createId('Draft') } })
    expect(find('chapter', hold('Draft', true))).toMatchObject({ kind: 'page', page: { id: createId('Chapter') } })
    expect(find('open', hold('Draft'))).toEqual({ kind: 'redirect', path: 'open', status: 307 })
    expect(find('', hold('Draft'), build('Published').site)).toEqual({ kind: 'redirect', path: 'draft', status: 307 })
    for (const [path, viewer] of [
      ['', PUBLIC],
      ['draft', PUBLIC],
      ['chapter', hold('Draft')],
      ['other', hold('Draft', true)],
      ['members', hold('Draft', true)],
      ['archive', hold('Draft', true)],
      ['nothing', hold('Draft', true)],
      ['', hold('nothing', true)],
      ['', EDITOR],
    ] as const)
      expect(find(path, viewer), `${path} ${JSON.stringify(viewer)}`).toEqual({ kind: 'missing' })
  })

  it('adds the draft to no feed, sitemap or list of the site', () => {
    expect(getFeedPages(index, PUBLIC, Date.now()).map(({ title }) => title)).toEqual(['Open'])
    expect(renderSitemap(index, 'https://site.example', undefined)).not.toMatch(/draft|chapter/i)
    expect(renderLlmsText(index, 'https://site.example', 'Others')).not.toMatch(/draft|chapter/i)
    expect(site.dated(PUBLIC).map(({ title }) => title)).toEqual(['Open'])
    expect([...site.terms('tags', PUBLIC).keys()]).toEqual(['sea'])
  })
})
