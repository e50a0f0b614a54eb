import { expect, it, test } from 'vitest'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })
const blog = collection('rows', 'Root', { type: select('Post', 'Config'), status: select('Published'), slug: {} })
const settings = collection('CONFIG-TABLE', 'Config', {
  ...{ Enable: { type: 'checkbox' }, Name: {}, Value: {}, Access: { type: 'select' } },
})
const createSetting = (Name: string, Value: string, more: Parameters<typeof row>[2] = {}) =>
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
  const entries = Object.entries(index.look).filter(([, value]) => value !== undefined)
  return { look: Object.fromEntries(entries), unused }
}

test('uses the settings of a Config row as branding and reports unknown ones', () => {
  expect(
    read([
      createSetting('FONT_STYLE', 'font-serif font-light'),
      createSetting('BLOG_FAVICON', 'https://example.com/a.png'),
      createSetting(' Copyright ', '© Ann'),
      createSetting('Newsletter', 'https://buttondown.com/a'),
      createSetting('THEME', 'hexo'),
      createSetting('THEME', 'next'),
      createSetting('AUTHOR', ''),
      createSetting('POSTS_SORT_BY', 'notion'),
      createSetting('TOP_TAG', 'Top'),
      createSetting('SEO_GOOGLE_SITE_VERIFICATION', 'google-code'),
      createSetting('SEO_BAIDU_SITE_VERIFICATION', 'baidu code'),
    ]),
  ).toEqual({
    look: {
      font: 'serif',
      logo: 'https://example.com/a.png',
      copyright: '© Ann',
      newsletter: 'https://buttondown.com/a',
      postOrder: 'view',
      pinnedTag: 'Top',
      googleVerification: 'google-code',
    },
    unused: ['SEO_BAIDU_SITE_VERIFICATION', 'THEME'],
  })
})

test('prefers the Look table to a Config row, and the first row of a setting to later ones', () => {
  const rows = [createSetting('accent', '#112233'), createSetting('accent', '#445566'), createSetting('font', 'mono')]
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
  expect(read([createSetting(name, value)])).toEqual({ look: {}, unused: [name] })
})

it('ignores settings that are disabled, not public or part of a draft', () => {
  const createAccent = (more?: Parameters<typeof createSetting>[2]) => [createSetting('accent', '#112233', more)]
  expect(read(createAccent()).look).toEqual({ accent: '#112233' })
  for (const [name, value] of [
    ['Enable', 'No'],
    ['Enable', ''],
    ['Access', 'Members'],
    ['Access', 'Unlisted'],
  ] as const)
    expect(read(createAccent({ [name]: value })), value).toEqual({ look: {}, unused: [] })
  for (const config of [
    { ...PUBLISHED, status: 'Draft' },
    { ...PUBLISHED, type: 'Post' },
  ])
    expect(read(createAccent(), {}, config), JSON.stringify(config)).toEqual({ look: {}, unused: [] })
  for (const closed of ['accent#112233', 'CONFIG-TABLE'])
    expect(read(createAccent(), {}, PUBLISHED, { [createId(closed)]: '' }), closed).toEqual({ look: {}, unused: [] })
})
