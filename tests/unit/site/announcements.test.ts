import { expect, it, test } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, date, idOf, page, row } from '../../support/records'

const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })
const SCHEMA = {
  ...{ type: select('Post', 'Notice'), status: select('Published', 'Draft'), summary: {}, date: { type: 'date' } },
  ...{ Access: { type: 'select' }, Public: { type: 'checkbox' }, 'Publish at': { type: 'date' } },
}
const OPEN = { type: 'Notice', status: 'Published', Access: 'Public', Public: 'Yes' }
const notice = (
  title: string,
  values: Parameters<typeof row>[2] = {},
  init: Parameters<typeof row>[3] = {},
  of = 'rows',
) => row(title, of, { ...OPEN, ...values }, init)

const build = (rows: ReturnType<typeof row>[], words = 'Public', on = 'rows') =>
  buildSite(
    buildInput(
      [page('Root', undefined, { accessTable: { [idOf(on)]: words } }), page('Other', 'Root'), ...rows],
      [collection('rows', 'Root', SCHEMA)],
    ),
    { ...SETTINGS, signIn: true },
  )

test('the newest notice is announced, with its summary or else the beginning of its page', () => {
  const rows = [
    notice('Old', { date: date('2025-01-01') }),
    notice('New', { date: date('2025-02-01') }, { excerpt: 'From the page' }),
    notice('Older', { date: date('2024-01-01'), summary: 'Summary' }),
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
  expect(build([notice('Row', values)]).announcements).toEqual([])
})

it.each(['Members', 'Unlisted', 'acme'])('announces no notice of a database whose access is %s', (words) => {
  expect(build([notice('Row')]).announcements).toHaveLength(1)
  expect(build([notice('Row')], words).announcements).toEqual([])
})

it('announces no notice with a password, and none without a text', () => {
  expect(build([notice('Row', {}, { block: { locked: 'a' } })]).announcements).toEqual([])
  expect(build([notice('Row', { title: [] })]).announcements).toEqual([])
})

it.each(['', 'Members', 'Unknown'])('announces no notice that the Access table closes with "%s"', (words) => {
  expect(build([notice('Row')], words, 'Row').announcements).toEqual([])
})

test('an announcement changes the version of the home page, and of no other', () => {
  const versions = (...rows: ReturnType<typeof row>[]) => {
    const { homeVersion, pages } = build([notice('Row', { summary: 'a' }), ...rows])
    return [homeVersion, ...['Root', 'Other'].map((name) => pages.find(({ id }) => id === idOf(name))?.version)]
  }
  const [generated, home, other] = versions()
  const [generatedThen, homeThen, otherThen] = versions(notice('Next', { date: date('2025-01-01') }))
  expect(generatedThen).not.toBe(generated)
  expect(homeThen).not.toBe(home)
  expect(otherThen).toBe(other)
})

test('each language has the announcement of its own database', () => {
  const root = page('Root', undefined, {
    languages: [
      { words: 'en', page: idOf('Root') },
      { words: 'de', page: idOf('German') },
    ],
  })
  const input = buildInput(
    [root, page('German', 'Root'), notice('Hello'), notice('Hallo', {}, {}, 'german rows')],
    [collection('rows', 'Root', SCHEMA), collection('german rows', 'German', SCHEMA)],
  )
  const site = new Site(buildSite(input, SETTINGS))
  const titlesOf = (tag?: string) => site.forLanguage(tag).index.announcements.map(({ title }) => title)
  expect([undefined, 'en', 'de'].map(titlesOf)).toEqual([['Hello', 'Hallo'], ['Hello'], ['Hallo']])
})
