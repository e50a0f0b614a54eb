import { expect, it, test } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, date, page, row } from '../../support/records'

const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })
const SCHEMA = {
  ...{ type: select('Post', 'Notice'), status: select('Published', 'Draft'), summary: {}, date: { type: 'date' } },
  ...{ Access: { type: 'select' }, Public: { type: 'checkbox' }, 'Publish at': { type: 'date' } },
}
const OPEN = { type: 'Notice', status: 'Published', Access: 'Public', Public: 'Yes' }
const createNotice = (
  title: string,
  values: Parameters<typeof row>[2] = {},
  init: Parameters<typeof row>[3] = {},
  database = 'rows',
) => row(title, database, { ...OPEN, ...values }, init)

const build = (rows: ReturnType<typeof row>[], words = 'Public', on = 'rows') =>
  buildSite(
    buildInput(
      [page('Root', undefined, { accessTable: { [createId(on)]: words } }), page('Other', 'Root'), ...rows],
      [collection('rows', 'Root', SCHEMA)],
    ),
    { ...SETTINGS, signIn: true },
  )

test('announces the newest notice, with its summary or the excerpt of its page', () => {
  const rows = [
    createNotice('Old', { date: date('2025-01-01') }),
    createNotice('New', { date: date('2025-02-01') }, { excerpt: 'From the page' }),
    createNotice('Older', { date: date('2024-01-01'), summary: 'Summary' }),
  ]
  expect(build(rows).announcements).toEqual([{ title: 'New', text: 'From the page', language: 'en' }])
  expect(build(rows.slice(2)).announcements).toEqual([{ title: 'Older', text: 'Summary', language: 'en' }])
  expect(build([]).announcements).toEqual([])
})

it.each([
  ['is a draft', { status: 'Draft' }],
  ['is unlisted', { status: 'Unlisted' }],
  ['is for members', { Access: 'Members' }],
  ['has an unknown access', { Access: 'Everyone else' }],
  ['is not ticked', { Public: 'No' }],
  ['is scheduled', { 'Publish at': date('2099-01-01') }],
])('announces no notice that %s', (_, values) => {
  expect(build([createNotice('Row', values)]).announcements).toEqual([])
})

it.each(['Members', 'Unlisted', 'acme'])('announces no notice of a database whose access is %s', (words) => {
  expect(build([createNotice('Row')]).announcements).toHaveLength(1)
  expect(build([createNotice('Row')], words).announcements).toEqual([])
})

it('announces no notice that has a password or no text', () => {
  expect(build([createNotice('Row', {}, { block: { locked: 'a' } })]).announcements).toEqual([])
  expect(build([createNotice('Row', { title: [] })]).announcements).toEqual([])
})

it.each(['', 'Members', 'Unknown'])('announces no notice whose row in the Access table is "%s"', (words) => {
  expect(build([createNotice('Row')], words, 'Row').announcements).toEqual([])
})

test('an announcement changes the versions of all pages, which show it', () => {
  const getVersions = (...rows: ReturnType<typeof row>[]) => {
    const { homeVersion, pages } = build([createNotice('Row', { summary: 'a' }), ...rows])
    return [homeVersion, ...['Root', 'Other'].map((name) => pages.find(({ id }) => id === createId(name))?.version)]
  }
  const [generated, home, other] = getVersions()
  const [newGenerated, newHome, newOther] = getVersions(createNotice('Next', { date: date('2025-01-01') }))
  expect(newGenerated).not.toBe(generated)
  expect(newHome).not.toBe(home)
  expect(newOther).not.toBe(other)
})

test('each language has the announcement of its own database', () => {
  const root = page('Root', undefined, {
    languages: [
      { tag: 'en', page: createId('Root') },
      { tag: 'de', page: createId('German') },
    ],
  })
  const input = buildInput(
    [root, page('German', 'Root'), createNotice('Hello'), createNotice('Hallo', {}, {}, 'german rows')],
    [collection('rows', 'Root', SCHEMA), collection('german rows', 'German', SCHEMA)],
  )
  const site = new Site(buildSite(input, SETTINGS))
  const getTitles = (tag?: string) => site.forLanguage(tag).index.announcements.map(({ title }) => title)
  expect([undefined, 'en', 'de'].map(getTitles)).toEqual([['Hello', 'Hallo'], ['Hello'], ['Hallo']])
})
