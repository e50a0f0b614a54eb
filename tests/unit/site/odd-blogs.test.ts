import { describe, expect, it, test } from 'vitest'
import { getFeedPages } from '@/lib/formats/feeds'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { readMenuRows } from '@/lib/site/prepare/site-rows'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, date, page, row } from '../../support/records'

const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })
const SCHEMA = {
  type: select('Post', 'Menu', 'SubMenu'),
  status: select('Published', 'Draft'),
  slug: {},
  category: { type: 'select' },
  date: { type: 'date' },
}
const createRow = (name: string, database: string, type: string, values: Parameters<typeof row>[2] = {}) =>
  row(name, database, { type, status: 'Published', ...values })

function create(...rows: ReturnType<typeof row>[]) {
  const databases = ['One', 'Two'].map((name) => collection(name, 'Root', SCHEMA))
  const input = buildInput([page('Root', undefined), ...rows], databases)
  return { input, index: buildSite(input, SETTINGS) }
}

test('two blog databases share one menu and one set of lists', () => {
  const { index } = create(
    createRow('First', 'One', 'Post', { category: 'News' }),
    createRow('Second', 'Two', 'Post', { category: 'news' }),
    createRow('Menu of one', 'One', 'Menu', { slug: '/first' }),
    createRow('Menu of two', 'Two', 'Menu', { slug: '/second' }),
  )
  const site = new Site(index)
  expect(
    site
      .navigation(PUBLIC)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/first', '/second'])
  expect(site.terms('categories', PUBLIC).get('news')?.pages).toHaveLength(2)
})

test('menu rows that link to each other, to themselves or to nothing are not links', () => {
  const { input, index } = create(
    createRow('Circle', 'One', 'Menu', { slug: '/other-circle' }),
    createRow('Other circle', 'One', 'SubMenu', { slug: '/circle' }),
    createRow('Self', 'One', 'Menu', { slug: '/self' }),
    createRow('Nothing', 'One', 'SubMenu'),
  )
  expect(index.menu).toEqual([])
  expect(readMenuRows(input, index, SETTINGS).map(({ link, isGroup }) => [link, isGroup])).toEqual(
    Array(4).fill([undefined, false]),
  )
})

describe('a slug with a scheme or a host', () => {
  it.each([
    ['//evil.example/a', 'evilexample/a'],
    ['\\\\evil.example\\a', 'evilexamplea'],
    ['/../../etc', 'etc'],
  ])('becomes a path of the site: %s', (slug, path) => {
    const { index } = create(createRow('Post', 'One', 'Post', { slug }))
    expect(index.pages.map((each) => each.path)).toEqual(['', path])
    expect(new Site(index).resolve(path, PUBLIC).kind).toBe('page')
  })
})

test('a post with a date in the future is published but not in a feed before that date', () => {
  const { index } = create(createRow('Later', 'One', 'Post', { date: date('2100-01-01') }))
  const site = new Site(index)
  expect(site.dated(PUBLIC).map(({ title }) => title)).toEqual(['Later'])
  expect(getFeedPages(index, PUBLIC, Date.UTC(2099, 11, 31))).toEqual([])
  expect(getFeedPages(index, PUBLIC, Date.UTC(2100, 0, 1)).map(({ title }) => title)).toEqual(['Later'])
})
