import { describe, expect, it } from 'vitest'
import { cellContent, databaseOf } from '@/lib/formats/database'
import { deskView } from '@/lib/formats/desk'
import { documentOf } from '@/lib/formats/document'
import { atomOf } from '@/lib/formats/feeds'
import { notYetPublic } from '@/lib/formats/findings'
import { llmsOf } from '@/lib/formats/llms'
import { manifestOf } from '@/lib/formats/manifest'
import { markdownOf, writeMarkdown } from '@/lib/formats/markdown'
import { editorsMessagesFor } from '@/lib/messages/parts/editors'
import type { WireBlock } from '@/lib/page/wire/blocks'
import { PUBLIC } from '@/lib/site/access'
import { collection } from '../../components/collection/support'
import { indexOf, SITE, sitePage } from './support'

const settings = { siteUrl: SITE, locale: 'en' }
const absolute = (address: string) => new URL(address, SITE).href
const write = (blocks: WireBlock[]) => writeMarkdown(documentOf(blocks, absolute))

describe('a Markdown copy', () => {
  it('has the description of its page in front', () => {
    const copy = (description: string) =>
      markdownOf(sitePage('a', { description }), { properties: [], body: [] }, settings)
    expect(copy('What it is')).toContain('\ndescription: "What it is"\n')
    expect(copy('')).not.toContain('description')
  })

  it('has a heading over a table only where the page has one', () => {
    const table = (headerRow?: 1): WireBlock => ['table', 0, 0, { rows: [[['a']], [['b']]], columns: [{}], headerRow }]
    expect(write([table(1)])).toMatch(/^\| a \|\n\|[ -]+\|\n\| b \|/)
    expect(write([table()])).toMatch(/^\| +\|\n\|[ -]+\|\n\| a \|\n\| b \|/)
  })

  it('holds no picture that is its own address', () => {
    const src = 'data:image/png;base64,AAAA'
    expect(write([['image', 'A boat', 0, { src }]])).toBe('A boat\n')
    const files = { name: 'Files', kind: 'files' } as const
    const labels = { checked: 'Yes', unchecked: 'No' }
    expect(cellContent(files, [['a.png', src]], labels, absolute)).toEqual([{ type: 'text', value: 'a.png' }])
  })

  it('numbers a list from where the page does', () => {
    expect(write([['list', 0, [['item', 'a']], { ordered: 1, start: 4 }]])).toBe('4. a\n')
  })

  it('links each row of a database to its page', () => {
    const [table] = databaseOf(collection(), absolute)
    expect(JSON.stringify(table)).toContain(`"url":"${SITE}/row-0"`)
  })
})

it('a database without rows in a Markdown copy leads to its rows', () => {
  const { views, ...data } = collection()
  const empty = { ...data, views: views.map((view) => ({ ...view, sections: [] })), rest: { pages: '/rows/all/1' } }
  expect(JSON.stringify(databaseOf(empty, (path) => path))).toContain('"url":"/rows/all/1"')
})

describe('a feed', () => {
  it('names an entry by its page, which changed when it was published or later', () => {
    const page = sitePage('a', { edited: Date.UTC(2024, 0, 1), published: Date.UTC(2025, 0, 1) })
    const atom = atomOf({
      ...{ title: 'Site', description: '', author: 'Site', siteUrl: SITE, home: `${SITE}/`, language: 'en' },
      ...{ atom: `${SITE}/feed.xml`, json: `${SITE}/feed.json`, updated: 0, entries: [{ page }] },
    })
    expect(atom).toContain(`<id>urn:uuid:${page.id}</id>`)
    expect(atom).toContain('<updated>2025-01-01T00:00:00.000Z</updated>')
  })
})

it('language models get the beginning of a long description', () => {
  const [, line = ''] =
    /\): (.*)/.exec(llmsOf(indexOf([sitePage('a', { description: 'word '.repeat(100) })]), SITE, 'Other')) ?? []
  expect(line.length).toBeGreaterThan(100)
  expect(line.length).toBeLessThan(210)
})

it('an installed site begins at its home page', () => {
  expect(JSON.parse(manifestOf('Site', '', 'en')).start_url).toBe('/')
})

it('only a page that editors alone can read says so', () => {
  expect(notYetPublic({ kind: 'public' }, 'en')).toBeUndefined()
  expect(notYetPublic({ kind: 'members', organizations: 'any' }, 'en')).toBeUndefined()
  expect(notYetPublic({ kind: 'unpublished', reason: { why: 'public-unticked' } }, 'en')).toBeTruthy()
})

it('the desk links to no page that a visitor cannot read', () => {
  const index = indexOf([sitePage('open'), sitePage('board', { access: { kind: 'members', organizations: 'any' } })])
  const findings = index.pages.map(({ id }) => ({ kind: 'no-description', page: id }) as const)
  const messages = editorsMessagesFor('en')
  const view = deskView(
    { reasons: [], index, report: undefined, findings, tokens: [] },
    { messages, locale: 'en', timeZone: 'UTC', viewer: PUBLIC },
  )
  const paths = JSON.stringify(view)
  expect(paths).toContain('"/open"')
  expect(paths).not.toContain('"/board"')
})
