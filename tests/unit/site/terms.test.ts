import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { getShownFactProperties, readRowFacts } from '@/lib/site/row-facts'
import { Site } from '@/lib/site/site'
import { collectTerms, compareNewestFirst, getPublishedAt, getTermSegment } from '@/lib/site/terms'
import type { RichText } from '@/lib/workspace/record-map'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, date, page, row } from '../../support/records'

const readFacts = (
  schema: Record<string, { type: string; name?: string }>,
  values: Parameters<typeof row>[2],
  created = 0,
) =>
  readRowFacts(
    row('A', 'Rows', values, { block: { created_time: created } }).block,
    collection('Rows', 'Root', schema),
    'UTC',
  )

describe('readRowFacts', () => {
  it('reads a property by any of its names and prefers the best match', () => {
    expect(
      readFacts({ Topic: { type: 'select' }, ' TAGS ': { type: 'multi_select' } }, { ' TAGS ': 'a,b', Topic: 'c' })
        .tags,
    ).toEqual(['a', 'b'])
    expect(readFacts({ 标签: { type: 'multi_select' } }, { 标签: '设计, 设计,排版' }).tags).toEqual(['设计', '排版'])
    expect(readFacts({ Tags: { type: 'text' }, Topic: { type: 'select' } }, { Tags: 'no', Topic: 'yes' }).tags).toEqual(
      ['yes'],
    )
    expect(readFacts({ 摘要: { type: 'text' } }, { 摘要: ' 短 ' }).description).toBe('短')
  })

  it('reads the date from a property with a known name and ignores dates that do not exist', () => {
    const schema = { Date: { type: 'date' }, Published: { type: 'date' }, 'Publish at': { type: 'date' } }
    expect(readFacts(schema, { Date: date('2020-01-01'), Published: date('2021-01-01') }).published).toBe(
      Date.UTC(2021, 0, 1),
    )
    expect(readFacts({ 日期: { type: 'date' } }, { 日期: date('2022-05-01') }).published).toBe(Date.UTC(2022, 4, 1))
    expect(readFacts({ Published: { type: 'created_time' } }, {}, 7).published).toBe(7)
    expect(readFacts(schema, { Published: date('2021-02-30') }).published).toBeUndefined()
    expect(readFacts({ Due: { type: 'date' } }, { Due: date('2021-02-03') }).published).toBeUndefined()
  })
})

describe('the property Comments', () => {
  const readComments = (type: string, value: string) => readFacts({ Comments: { type } }, { Comments: value }).comments

  it.each([
    ['on', undefined],
    ['', undefined],
    ['Closed', 'closed'],
    ['关闭', 'closed'],
    ['off', 'off'],
    ['of', 'off'],
  ])('reads %j as %s', (value, comments) => {
    expect(readComments('select', value)).toBe(comments)
  })

  it('may be a checkbox, but no text', () => {
    expect([readComments('checkbox', 'Yes'), readComments('checkbox', '')]).toEqual([undefined, 'off'])
    expect(readComments('text', 'off')).toBeUndefined()
  })
})

describe('getShownFactProperties', () => {
  const schema = {
    Tags: { type: 'multi_select' },
    Summary: { type: 'text' },
    Date: { type: 'date' },
    Editor: { type: 'person' },
  }
  const list = (values: Parameters<typeof row>[2], propertySchema: Record<string, { type: string }> = schema) => [
    ...getShownFactProperties(row('A', 'Rows', values).block, collection('Rows', 'Root', propertySchema)),
  ]
  const createDate = (value: object): RichText => [['‣', [['d', value]]]]

  it('returns tags, the description and a date without time', () => {
    expect(list({ Tags: 'a', Summary: [['So '], ['be it', [['b']]]], Date: date('2024-05-01'), Editor: 'x' })).toEqual([
      'Tags',
      'Summary',
      'Date',
    ])
  })

  it.each<[what: string, values: Parameters<typeof row>[2]]>([
    ['a link in a description', { Summary: [['here', [['a', 'https://example.com']]]] }],
    ['an empty description', { Summary: ' ' }],
    ['a time', { Date: createDate({ type: 'datetime', start_date: '2024-05-01', start_time: '09:30' }) }],
    ['a date range', { Date: createDate({ type: 'daterange', start_date: '2024-05-01', end_date: '2024-05-03' }) }],
    [
      'a date in another time zone',
      { Date: createDate({ type: 'date', start_date: '2024-05-01', time_zone: 'Asia/Tokyo' }) },
    ],
    ['a day that does not exist', { Date: date('2024-02-30') }],
  ])('excludes %s', (_, values) => {
    expect(list(values)).toEqual(['Tags'])
  })

  it('excludes the creation time of a row, whose facts contain only the day', () => {
    expect(list({}, { Published: { type: 'created_time' } })).toEqual([])
  })
})

describe('getTermSegment', () => {
  it('is readable in any script and ignores case and spaces', () => {
    expect(['Web design', 'web  Design', 'WEB-DESIGN '].map(getTermSegment)).toEqual(Array(3).fill('web-design'))
    expect(['排版', 'العربية', 'नमस्ते'].map(getTermSegment)).toEqual(['排版', 'العربية', 'नमस्ते'])
  })

  it('is different for tags that would otherwise have the same path', () => {
    const segments = ['C', 'C++', 'C#', 'a/b', 'ab', '🎉', '🎊', 'x'.repeat(2000), 'x'.repeat(2001), '...'].map(
      getTermSegment,
    )
    expect(new Set(segments).size).toBe(segments.length)
    expect(segments[1]).toMatch(/^c-[0-9a-f]{8}$/)
  })

  it('is one valid path segment for any tag', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (tag) => {
        const segment = getTermSegment(tag)
        expect(segment).toMatch(/^[^\s/.?#%\\]{1,80}$/u)
        expect(getTermSegment(` ${tag.toUpperCase().toLowerCase()} `)).toBe(getTermSegment(tag.toUpperCase()))
      }),
    )
  })
})

describe('collectTerms', () => {
  const rows = collection('Rows', 'Root', {
    Tags: { type: 'multi_select' },
    Date: { type: 'date' },
    Public: { type: 'checkbox' },
  })
  const createRow = (name: string, tags: string, day: string, isPublic = 'Yes') =>
    row(name, 'Rows', { Tags: tags, Date: date(day), Public: isPublic })
  const pages = [
    page('Root', undefined),
    createRow('old', 'Web,design', '2020-01-01'),
    createRow('new', 'web', '2022-01-01'),
    createRow('middle', 'web', '2021-01-01'),
    createRow('draft', 'web,secret', '2023-01-01', 'No'),
  ]
  const index = buildSite(buildInput(pages, [rows]), SETTINGS)

  it('returns the tags of pages that the viewer may read, with the newest page first', () => {
    const tags = [...collectTerms(index, 'tags', PUBLIC).values()].map(({ name, segment, pages }) => [
      name,
      segment,
      pages.map(({ title }) => title),
    ])
    expect(tags).toEqual([
      ['design', 'design', ['old']],
      ['web', 'web', ['new', 'middle', 'old']],
    ])
    const editor = { signedIn: true, organizations: [], role: 'editor' } as const
    expect([...collectTerms(index, 'tags', { ...editor, organizations: [] }).keys()]).toEqual([
      'design',
      'secret',
      'web',
    ])
  })

  it('sorts pages without a date by creation time', () => {
    const dated = index.pages.map((each) => ({ ...each, published: undefined, created: each.title === 'old' ? 9 : 1 }))
    expect(dated.sort(compareNewestFirst).map(getPublishedAt)).toEqual([9, 1, 1, 1, 1])
  })
})

test('a term without its invisible characters keeps its pages, and its former address redirects', () => {
  const schema = { Tags: { type: 'multi_select' } }
  const tags = ['⚙\ufe0f Tools', 'İzmir', 'İzmi\u00adr', 'Plain']
  const pages = tags.map((tag, at) => row(`Row ${at}`, 'Rows', { Tags: tag }))
  const site = new Site(
    buildSite(buildInput([page('Root', undefined), ...pages], [collection('Rows', 'Root', schema)]), SETTINGS),
  )
  const terms = site.terms('tags', PUBLIC)
  expect([...terms].map(([segment, term]) => [segment, term.pages.length])).toEqual([
    [getTermSegment('⚙ tools'), 1],
    ['izmir', 2],
    ['plain', 1],
  ])
  expect(getTermSegment('⚙\ufe0f Tools')).toMatch(/^tools-[0-9a-f]{8}$/)
  const former = [...terms.values()].flatMap((term) => term.formerSegments ?? [])
  expect(former).toContain('i\u0307zmir')
  expect(former).toHaveLength(3)
  for (const segment of former) {
    expect(site.resolve(`tags/${segment}`, PUBLIC)).toMatchObject({ kind: 'redirect' })
  }
  expect(site.resolve('tags/i\u0307zmir', PUBLIC)).toEqual({ kind: 'redirect', path: 'tags/izmir' })
})
