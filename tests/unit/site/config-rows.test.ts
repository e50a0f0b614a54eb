import { expect, it, test } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, idOf, page, row } from '../../support/records'

const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })
const blog = collection('rows', 'Root', { type: select('Post', 'Config'), status: select('Published'), slug: {} })
const settings = collection('CONFIG-TABLE', 'Config', {
  ...{ Enable: { type: 'checkbox' }, Name: {}, Value: {}, Access: { type: 'select' } },
})
const set = (Name: string, Value: string, more: Parameters<typeof row>[2] = {}) =>
  row(Name + Value, 'CONFIG-TABLE', { Enable: 'Yes', Access: 'Public', Name, Value, ...more })
const PUBLISHED = { type: 'Config', status: 'Published' }

function read(rows: ReturnType<typeof row>[], look = {}, config = PUBLISHED, accessTable = {}) {
  const input = buildInput(
    [page('Root', undefined, { look, accessTable }), row('Config', 'rows', config), ...rows],
    [blog, settings],
  )
  const index = buildSite(input, SETTINGS)
  const unused = findFindings(input, index, [], SETTINGS).flatMap((finding) =>
    finding.kind === 'unused-config' ? finding.names : [],
  )
  const set = Object.entries(index.look).filter(([, value]) => value !== undefined)
  return { look: Object.fromEntries(set), unused }
}

test('the settings of a Config row fill the look, and the rest is named', () => {
  expect(
    read([
      set('FONT_STYLE', 'font-serif font-light'),
      set('BLOG_FAVICON', 'https://example.com/a.png'),
      set(' Copyright ', '© Ann'),
      set('Newsletter', 'https://buttondown.com/a'),
      set('THEME', 'hexo'),
      set('THEME', 'next'),
      set('AUTHOR', ''),
    ]),
  ).toEqual({
    look: {
      font: 'serif',
      logo: 'https://example.com/a.png',
      copyright: '© Ann',
      newsletter: 'https://buttondown.com/a',
    },
    unused: ['THEME'],
  })
})

test('the Look table precedes a Config row, and the first row of a setting the next', () => {
  const rows = [set('accent', '#112233'), set('accent', '#445566'), set('font', 'mono')]
  expect(read(rows, { font: 'sans' }).look).toEqual({ accent: '#112233', font: 'sans' })
})

it.each([
  ['accent', 'red'],
  ['newsletter', 'javascript:alert(1)'],
  ['logo', '//example.com/a.png'],
  ['BLOG_FAVICON', '/favicon.ico'],
  ['FONT_STYLE', 'font-comic'],
  ['posts', 'no'],
  ['INLINE_CONFIG', '{"accent":"#112233"}'],
  ['constructor', 'a'],
])('does not use the setting %s with the value %s', (name, value) => {
  expect(read([set(name, value)])).toEqual({ look: {}, unused: [name] })
})

it('ignores settings that are not enabled or not public, and those of a draft', () => {
  const accent = (more?: Parameters<typeof set>[2]) => [set('accent', '#112233', more)]
  expect(read(accent()).look).toEqual({ accent: '#112233' })
  for (const [name, value] of [
    ['Enable', 'No'],
    ['Enable', ''],
    ['Access', 'Members'],
    ['Access', 'Unlisted'],
  ] as const)
    expect(read(accent({ [name]: value })), value).toEqual({ look: {}, unused: [] })
  for (const config of [
    { ...PUBLISHED, status: 'Draft' },
    { ...PUBLISHED, type: 'Post' },
  ])
    expect(read(accent(), {}, config), JSON.stringify(config)).toEqual({ look: {}, unused: [] })
  for (const closed of ['accent#112233', 'CONFIG-TABLE'])
    expect(read(accent(), {}, PUBLISHED, { [idOf(closed)]: '' }), closed).toEqual({ look: {}, unused: [] })
})
