import { describe, expect, it } from 'vitest'
import { createDashboardView } from '@/lib/formats/dashboard'
import { convertCell, convertDatabase } from '@/lib/formats/database'
import { convertBlocks } from '@/lib/formats/document'
import { renderAtomFeed } from '@/lib/formats/feeds'
import { explainNotPublic } from '@/lib/formats/findings'
import { renderLlmsText } from '@/lib/formats/llms'
import { renderManifest } from '@/lib/formats/manifest'
import { renderMarkdown, writeMarkdown } from '@/lib/formats/markdown'
import { getEditorsMessages } from '@/lib/messages/parts/editors'
import type { WireBlock } from '@/lib/page/wire/blocks'
import { PUBLIC } from '@/lib/site/access'
import { collection } from '../../components/collection/support'
import { indexOf, SITE, sitePage } from './support'

const settings = { siteUrl: SITE, locale: 'en' }
const absolute = (address: string) => new URL(address, SITE).href
const write = (blocks: WireBlock[]) => writeMarkdown(convertBlocks(blocks, absolute))

describe('a Markdown copy', () => {
  it('has the description of the page in its front matter', () => {
    const copy = (description: string) =>
      renderMarkdown(sitePage('a', { description }), { properties: [], body: [] }, settings)
    expect(copy('What it is')).toContain('\ndescription: "What it is"\n')
    expect(copy('')).not.toContain('description')
  })

  it('has a heading above a table only if the page has one', () => {
    const table = (headerRow?: 1): WireBlock => ['table', 0, 0, { rows: [[['a']], [['b']]], columns: [{}], headerRow }]
    expect(write([table(1)])).toMatch(/^\| a \|\n\|[ -]+\|\n\| b \|/)
    expect(write([table()])).toMatch(/^\| +\|\n\|[ -]+\|\n\| a \|\n\| b \|/)
  })

  it('contains no data URLs of pictures', () => {
    const src = 'data:image/png;base64,AAAA'
    expect(write([['image', 'A boat', 0, { src }]])).toBe('A boat\n')
    const files = { name: 'Files', kind: 'files' } as const
    const labels = { checked: 'Yes', unchecked: 'No' }
    expect(convertCell(files, [['a.png', src]], labels, absolute)).toEqual([{ type: 'text', value: 'a.png' }])
  })

  it('starts a numbered list at the number of the page', () => {
    expect(write([['list', 0, [['item', 'a']], { ordered: 1, start: 4 }]])).toBe('4. a\n')
  })

  it('links each row of a database to its page', () => {
    const [table] = convertDatabase(collection(), absolute)
    expect(JSON.stringify(table)).toContain(`"url":"${SITE}/row-0"`)
  })
})

it('links to the rows of a database that a Markdown copy does not contain', () => {
  const { views, ...data } = collection()
  const empty = { ...data, views: views.map((view) => ({ ...view, sections: [] })), rest: { pages: '/rows/all/1' } }
  expect(JSON.stringify(convertDatabase(empty, (path) => path))).toContain('"url":"/rows/all/1"')
})

describe('a feed', () => {
  it('uses the id of the page for an entry, which is updated when published or later', () => {
    const page = sitePage('a', { edited: Date.UTC(2024, 0, 1), published: Date.UTC(2025, 0, 1) })
    const atom = renderAtomFeed({
      ...{ title: 'Site', description: '', author: 'Site', siteUrl: SITE, home: `${SITE}/`, prefix: '' },
      ...{ atom: `${SITE}/feed.xml`, json: `${SITE}/feed.json`, language: 'en', updated: 0, entries: [{ page }] },
    })
    expect(atom).toContain(`<id>urn:uuid:${page.id}</id>`)
    expect(atom).toContain('<updated>2025-01-01T00:00:00.000Z</updated>')
  })
})

it('llms.txt contains the beginning of a long description', () => {
  const [, line = ''] =
    /\): (.*)/.exec(renderLlmsText(indexOf([sitePage('a', { description: 'word '.repeat(100) })]), SITE, 'Other')) ?? []
  expect(line.length).toBeGreaterThan(100)
  expect(line.length).toBeLessThan(210)
})

it('the manifest starts an installed site at its home page', () => {
  expect(JSON.parse(renderManifest('Site', '', 'en')).start_url).toBe('/')
})

it('only pages that editors alone can read have a notice', () => {
  expect(explainNotPublic({ kind: 'public' }, 'en')).toBeUndefined()
  expect(explainNotPublic({ kind: 'members', organizations: 'any' }, 'en')).toBeUndefined()
  expect(explainNotPublic({ kind: 'unpublished', reason: { why: 'public-unticked' } }, 'en')).toBeTruthy()
})

it('the dashboard links only to public pages', () => {
  const index = indexOf([sitePage('open'), sitePage('board', { access: { kind: 'members', organizations: 'any' } })])
  const findings = index.pages.map(({ id }) => ({ kind: 'no-description', page: id }) as const)
  const messages = getEditorsMessages('en')
  const view = createDashboardView(
    { reasons: [], index, report: undefined, findings, tokens: [] },
    { messages, locale: 'en', timeZone: 'UTC', viewer: PUBLIC },
  )
  const paths = JSON.stringify(view)
  expect(paths).toContain('"/open"')
  expect(paths).not.toContain('"/board"')
})
