import { describe, expect, it } from 'vitest'
import { writeHostRules } from '@/cli/lib/export/hosts'
import { listRedirects } from '@/cli/lib/export/redirects'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { Site } from '@/lib/site/site'
import type { RedirectRow } from '@/lib/workspace/read/site-tables'
import type { PageRecord } from '@/lib/workspace/stored'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

const posts = collection('Notes', 'Root', { Tags: { type: 'multi_select' }, Public: { type: 'checkbox' } })
const records = [
  page('About', 'Root'),
  page('Tides', 'Root'),
  row('Draft', 'Notes', { Public: 'No' }),
  row('Post', 'Notes', { Public: 'Yes', Tags: 'Sea' }),
]

function create(rows: RedirectRow[], root: Partial<PageRecord> = {}, settings = SETTINGS) {
  const input = buildInput([page('Root', undefined, { redirects: rows, ...root }), ...records], [posts])
  const index = buildSite(input, settings)
  const findings = findFindings(input, index, [], settings).flatMap((finding) =>
    finding.kind === 'redirect' ? [[finding.from, finding.why]] : [],
  )
  return { site: new Site(index), findings }
}

const resolvePath = (rows: RedirectRow[], path: string) => create(rows).site.resolve(path, PUBLIC)

describe('the `Redirects` table', () => {
  it.each<[what: string, row: RedirectRow, path: string, result: object]>([
    ['a page', { from: '/old', to: '/about' }, 'old', { kind: 'redirect', path: 'about' }],
    ['a mentioned page', { from: 'old', to: '', page: createId('About') }, 'old', { kind: 'redirect', path: 'about' }],
    ['the home page', { from: '/old/', to: '/' }, 'old', { kind: 'redirect', path: '' }],
    ['a list', { from: '/old', to: '/tags/sea' }, 'old', { kind: 'redirect', path: 'tags/sea' }],
    ['the search', { from: '/old', to: '/search' }, 'old', { kind: 'external', address: '/search' }],
    [
      'another site',
      { from: '/old', to: 'https://example.com/a?b' },
      'old',
      { kind: 'external', address: 'https://example.com/a?b' },
    ],
    [
      'a page for now',
      { from: '/old', to: '/about', isTemporary: true },
      'old',
      { kind: 'redirect', path: 'about', isTemporary: true },
    ],
    [
      'a page with the site’s own address',
      { from: 'https://tides.example/old.html', to: 'https://tides.example/about' },
      'old',
      { kind: 'redirect', path: 'about' },
    ],
    [
      'a page from a path in another script',
      { from: '/旧/%E6%96%87', to: '/about' },
      '旧/文',
      { kind: 'redirect', path: 'about' },
    ],
  ])('redirects to %s', (_, redirect, path, result) => {
    expect(resolvePath([redirect], path)).toEqual(result)
    expect(create([redirect]).findings).toEqual([])
  })

  it('redirects to the end of a chain directly, temporarily if one of its rows is temporary', () => {
    const chain: RedirectRow[] = [
      { from: '/a', to: '/b' },
      { from: '/b', to: '/c', isTemporary: true },
      { from: '/c', to: '/about' },
    ]
    expect(resolvePath(chain, 'a')).toEqual({ kind: 'redirect', path: 'about', isTemporary: true })
    expect(resolvePath(chain, 'c')).toEqual({ kind: 'redirect', path: 'about' })
  })

  it('takes precedence over former paths and deleted pages, and its first row over later rows', () => {
    const { site } = create([
      { from: '/old', to: '/about' },
      { from: '/old', to: '/tides' },
      { from: '/gone', to: '/tides' },
    ])
    const moved = new Site({ ...site.index, formerPaths: { old: createId('Tides') }, gone: { gone: createId('Gone') } })
    expect(moved.resolve('old', PUBLIC)).toEqual({ kind: 'redirect', path: 'about' })
    expect(moved.resolve('gone', PUBLIC)).toEqual({ kind: 'redirect', path: 'tides' })
  })

  it.each<[why: string, from: string, to: string]>([
    ['taken', '/tides', '/about'],
    ['taken', '/draft', '/about'],
    ['taken', '/tags/sea', '/about'],
    ['address', '/', '/about'],
    ['address', '/old?p=1', '/about'],
    ['address', '//example.com/old', '/about'],
    ['address', 'https://example.com/old', '/about'],
    ['address', '/%', '/about'],
    ['address', '/old.php', '/about'],
    ['address', '/api/health', '/about'],
    ['address', '/members/tides', '/about'],
    ['address', '/_next/x', '/about'],
    ['address', `/${'a'.repeat(600)}`, '/about'],
    ['target', '/old', '/none'],
    ['target', '/old', '/draft'],
    ['target', '/old', 'javascript:alert(1)'],
    ['target', '/old', '//example.com'],
    ['target', '/old', 'https://'],
    ['target', '/old', ''],
    ['loop', '/old', '/old'],
    ['loop', '/old', 'https://tides.example/old.html'],
    ['loop', '/old', 'https://Tides.example:443/old'],
  ])('rejects and reports (%s): %s to %s', (why, from, to) => {
    const { site, findings } = create([{ from, to }])
    expect(findings).toEqual([[from, why]])
    expect(site.index.redirects).toEqual({})
  })

  it('rejects a loop of several rows and rows that lead into it', () => {
    const { site, findings } = create([
      { from: '/a', to: '/b' },
      { from: '/b', to: '/c' },
      { from: '/c', to: '/b' },
      { from: '/d', to: '/about' },
    ])
    expect(findings).toEqual(['/a', '/b', '/c'].map((from) => [from, 'loop']))
    expect(Object.keys(site.index.redirects)).toEqual(['d'])
  })

  it('is limited to 2,000 rows', () => {
    const rows = Array.from({ length: 2001 }, (_, at) => ({ from: `/old-${at}`, to: '/about' }))
    expect(create(rows).findings).toEqual([['/old-2000', 'too-many']])
  })

  it('is ignored on a root page that is not public', () => {
    const accessTable = { [createId('Root')]: 'Members' }
    const settings = { ...SETTINGS, signIn: true }
    expect(
      create([{ from: '/old', to: 'https://example.com' }], { accessTable }, settings).site.index.redirects,
    ).toEqual({})
  })
})

describe('redirects of an export', () => {
  const { site } = create([
    { from: '/away', to: 'https://example.com/a%20b' },
    { from: '/now', to: '/about', isTemporary: true },
    { from: '/query', to: 'https://example.com/?a=$b' },
  ])
  const redirects = listRedirects(site)
  const writeRules = (host: Parameters<typeof writeHostRules>[0]['host']) =>
    writeHostRules({ host, redirects, basePath: '' })

  it('are written as rules of the host, or as documents if the host has none', () => {
    expect(writeRules('netlify').files.get('_redirects')).toContain(
      '/away https://example.com/a%20b 301\n/now /about 302\n',
    )
    expect(JSON.parse(writeRules('vercel').files.get('vercel.json') ?? '').redirects).toEqual([
      { source: '/away', destination: 'https://example.com/a%20b', permanent: true },
      { source: '/now', destination: '/about', permanent: false },
      { source: '/root', destination: '/', permanent: true },
    ])
    const nginx = writeRules('nginx').files.get('nginx.conf') ?? ''
    expect(nginx).toMatch(/\$colophon_target \{[^}]*"\/away" "https:\/\/example\.com\/a%20b";\n/)
    expect(nginx).toMatch(/\$colophon_temporary_target \{[^}]*"\/now" "\/about";\n/)
    expect(writeRules('netlify').stubs.map(({ from }) => from)).toEqual(['/query'])
    expect(writeRules('github').stubs).toHaveLength(4)
  })
})
