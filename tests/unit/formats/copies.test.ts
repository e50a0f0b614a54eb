import { describe, expect, it } from 'vitest'
import { convertCell, convertCollection } from '@/blocks/collection'
import { convertBlocks } from '@/blocks/markdown'
import type { PreparedBlock } from '@/blocks/prepared-block'
import { createDashboardView } from '@/lib/formats/dashboard'
import { renderAtomFeed } from '@/lib/formats/feeds'
import { explainNotPublic } from '@/lib/formats/findings'
import { renderLlmsText } from '@/lib/formats/llms'
import { renderManifest } from '@/lib/formats/manifest'
import { renderMarkdown } from '@/lib/formats/markdown'
import { writeMarkdown } from '@/lib/formats/write-markdown'
import { PUBLIC } from '@/lib/site/access'
import { getEditorsMessages } from '@/messages/languages'
import { collection } from '../../components/collection/support'
import { createIndex, SITE, sitePage } from './support'

const settings = { siteUrl: SITE, locale: 'en' }
const toAbsolute = (address: string) => new URL(address, SITE).href
const writeBlocks = (blocks: PreparedBlock[]) => writeMarkdown(convertBlocks(blocks, toAbsolute))

describe('Markdown copies', () => {
  it('contain the description of the page in the front matter', () => {
    const renderCopy = (description: string) =>
      renderMarkdown(sitePage('a', { description }), { properties: [], body: [] }, settings)
    expect(renderCopy('What it is')).toContain('\ndescription: "What it is"\n')
    expect(renderCopy('')).not.toContain('description')
  })

  it('have a header row in a table only if the page has one', () => {
    const createTable = (headerRow?: true): PreparedBlock => ({
      type: 'table',
      rows: [{ cells: ['a'] }, { cells: ['b'] }],
      columns: [{}],
      headerRow,
    })
    expect(writeBlocks([createTable(true)])).toMatch(/^\| a \|\n\|[ -]+\|\n\| b \|/)
    expect(writeBlocks([createTable()])).toMatch(/^\| +\|\n\|[ -]+\|\n\| a \|\n\| b \|/)
  })

  it('contain no data URLs of pictures', () => {
    const src = 'data:image/png;base64,AAAA'
    expect(writeBlocks([{ type: 'image', caption: 'A boat', src }])).toBe('A boat\n')
    const files = { name: 'Files', kind: 'files' } as const
    const labels = { checked: 'Yes', unchecked: 'No' }
    expect(convertCell(files, [{ name: 'a.png', href: src }], labels, toAbsolute)).toEqual([
      { type: 'text', value: 'a.png' },
    ])
  })

  it('start a numbered list at the number of the page', () => {
    expect(writeBlocks([{ type: 'list', children: [{ type: 'item', text: 'a' }], ordered: true, start: 4 }])).toBe(
      '4. a\n',
    )
  })

  it('link each row of a database to its page', () => {
    const [table] = convertCollection(collection(), toAbsolute)
    expect(JSON.stringify(table)).toContain(`"url":"${SITE}/row-0"`)
  })
})

it('convertCollection links to the rows that a Markdown copy does not contain', () => {
  const { views, ...data } = collection()
  const empty = { ...data, views: views.map((view) => ({ ...view, sections: [] })), rest: { pages: '/rows/all/1' } }
  expect(JSON.stringify(convertCollection(empty, (path) => path))).toContain('"url":"/rows/all/1"')
})

describe('renderAtomFeed', () => {
  it('uses the id of the page for an entry, which is updated no earlier than published', () => {
    const page = sitePage('a', { edited: Date.UTC(2024, 0, 1), published: Date.UTC(2025, 0, 1) })
    const atom = renderAtomFeed({
      ...{
        title: 'Site',
        description: '',
        author: 'Site',
        siteUrl: SITE,
        pagesUrl: SITE,
        home: `${SITE}/`,
        prefix: '',
      },
      ...{ atom: `${SITE}/feed.xml`, json: `${SITE}/feed.json`, language: 'en', updated: 0, entries: [{ page }] },
    })
    expect(atom).toContain(`<id>urn:uuid:${page.id}</id>`)
    expect(atom).toContain('<updated>2025-01-01T00:00:00.000Z</updated>')
  })
})

it('llms.txt contains the beginning of a long description', () => {
  const [, line = ''] =
    /\): (.*)/.exec(
      renderLlmsText(createIndex([sitePage('a', { description: 'word '.repeat(100) })]), SITE, 'Other'),
    ) ?? []
  expect(line.length).toBeGreaterThan(100)
  expect(line.length).toBeLessThan(210)
})

it('renderManifest starts an installed site at its home page', () => {
  expect(JSON.parse(renderManifest({ name: 'Site', description: '', locale: 'en', paper: '#fbfaf7' })).start_url).toBe(
    '/',
  )
})

it('explainNotPublic returns a notice only for unpublished pages', () => {
  expect(explainNotPublic({ kind: 'public' }, 'en')).toBeUndefined()
  expect(explainNotPublic({ kind: 'members', organizations: 'any' }, 'en')).toBeUndefined()
  expect(explainNotPublic({ kind: 'unpublished', reason: { why: 'public-unticked' } }, 'en')).toBeTruthy()
})

it('createDashboardView links only to pages that the viewer may read', () => {
  const index = createIndex([
    sitePage('open'),
    sitePage('board', { access: { kind: 'members', organizations: 'any' } }),
  ])
  const findings = index.pages.map(({ id }) => ({ kind: 'no-description', page: id }) as const)
  const messages = getEditorsMessages('en')
  const view = createDashboardView(
    {
      reasons: [],
      index,
      report: undefined,
      findings,
      protection: [],
      servesFolder: false,
      tokens: [],
      organizations: [],
      query: { page: '', as: '' },
    },
    { messages, locale: 'en', timeZone: 'UTC', siteUrl: SITE, viewer: PUBLIC },
  )
  const paths = JSON.stringify(view)
  expect(paths).toContain('"/open"')
  expect(paths).not.toContain('"/board"')
})
