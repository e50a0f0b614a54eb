import { describe, expect, it } from 'vitest'
import { writeHostRules } from '@/cli/lib/export/hosts'
import { listRedirects } from '@/cli/lib/export/redirects'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { findFindings } from '@/lib/site/prepare/lint'
import { REDIRECT_LIMITS } from '@/lib/site/prepare/redirects'
import { Site } from '@/lib/site/site'
import type { RedirectRow } from '@/lib/workspace/read/site-tables'
import type { PageRecord } from '@/lib/workspace/stored'
import { buildInput, SETTINGS } from '../../support/build-input'
import { lowerLimits } from '../../support/lower-limits'
import { collection, createId, page, row } from '../../support/records'

const NO_REDIRECTS = { exact: {}, queries: {}, wildcards: [] }
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
      { from: '/old', to: '/about', status: 307 },
      'old',
      { kind: 'redirect', path: 'about', status: 307 },
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
      { from: '/b', to: '/c', status: 307 },
      { from: '/c', to: '/about' },
    ]
    expect(resolvePath(chain, 'a')).toEqual({ kind: 'redirect', path: 'about', status: 307 })
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

  it.each<[row: RedirectRow, path: string, query: string, result: object]>([
    [{ from: '/old.php', to: '/about' }, 'old.php', '', { kind: 'redirect', path: 'about' }],
    [{ from: '/files/guide.pdf', to: '/about' }, 'files/guide.pdf', '', { kind: 'redirect', path: 'about' }],
    [{ from: '/files/a/guide.pdf', to: '/about' }, 'files/a/guide.pdf', '', { kind: 'redirect', path: 'about' }],
    [{ from: '/rss', to: '/feed.xml' }, 'rss', '', { kind: 'external', address: '/feed.xml' }],
    [{ from: '/About-Us', to: '/about' }, 'about-us', '', { kind: 'redirect', path: 'about' }],
    [{ from: '/About-Us', to: '/about' }, 'ABOUT-US', '', { kind: 'redirect', path: 'about' }],
    [{ from: '/old.html', to: '/about' }, 'old', '', { kind: 'redirect', path: 'about' }],
    [{ from: '/old', to: '/about' }, 'old.html', '', { kind: 'redirect', path: 'about' }],
    [{ from: '/c++', to: '/about' }, 'c++', '', { kind: 'redirect', path: 'about' }],
    [{ from: '/wiki/Help:Contents', to: '/about' }, 'wiki/Help:Contents', '', { kind: 'redirect', path: 'about' }],
    [{ from: '/old', to: '/about?a=b#part' }, 'old', '', { kind: 'external', address: '/about?a=b#part' }],
    [{ from: '/old', to: '/search?q=low tide' }, 'old', '', { kind: 'external', address: '/search?q=low%20tide' }],
    [{ from: '/old', to: '/tags/sea/feed.json' }, 'old', '', { kind: 'external', address: '/tags/sea/feed.json' }],
    [{ from: '/old', to: '/about', status: 301 }, 'old', '', { kind: 'redirect', path: 'about', status: 301 }],
    [{ from: '/old', to: '/about', status: 302 }, 'old', '', { kind: 'redirect', path: 'about', status: 302 }],
    [{ from: '/old', to: '', status: 410 }, 'old', '', { kind: 'gone' }],
    [
      { from: '/index.php?p=12', to: '/about' },
      'index.php',
      'utm=x&p=12',
      { kind: 'redirect', path: 'about', dropsQuery: true },
    ],
    [{ from: '/?p=12', to: '/about' }, '', 'p=12', { kind: 'redirect', path: 'about', dropsQuery: true }],
    [{ from: '/2019/*', to: '/*' }, '2019/about', '', { kind: 'redirect', path: 'about' }],
    [{ from: '/2019/*', to: '/*' }, '2019/tags/Sea', '', { kind: 'redirect', path: 'tags/sea' }],
    [{ from: '/2019/*', to: '/about', status: 302 }, '2019/x/y', '', { kind: 'redirect', path: 'about', status: 302 }],
    [{ from: '/2019/*', to: '/about' }, '2019', '', { kind: 'redirect', path: 'about' }],
    [
      { from: '/shop/*', to: 'https://shop.example/all/*' },
      'shop/a b/../?#',
      '',
      { kind: 'external', address: 'https://shop.example/all/a%20b/../%3F%23' },
    ],
  ])('%o leads from %s?%s to what is meant', (row, path, query, result) => {
    const { site, findings } = create([row])
    expect(findings).toEqual([])
    expect(site.resolve(path, PUBLIC, query)).toEqual(result)
  })

  it.each([
    ['/index.php?p=12', 'index.php', 'p=13'],
    ['/index.php?p=12', 'index.php', ''],
    ['/old.php', 'old', ''],
    ['/2019/*', '2019x', ''],
    ['/2019/*', '2020', ''],
  ])('a row from %s does not lead from %s?%s', (from, path, query) => {
    expect(create([{ from, to: '/about' }]).site.resolve(path, PUBLIC, query).kind).toBe('missing')
  })

  it('prefers the row that is most exact, whatever the order of the rows', () => {
    const { site } = create([
      { from: '/*', to: 'https://example.com/*' },
      { from: '/a/*', to: '/about' },
      { from: '/a/b/*', to: '/tides' },
      { from: '/a/b/c', to: '/post' },
      { from: '/a/b/c?d=1', to: '/search' },
      { from: '/a/b/c?d=1&e=2', to: '/about' },
    ])
    const paths = ['a/x', 'a/b/x', 'a/b/c'].map((path) => site.resolve(path, PUBLIC))
    expect(paths).toEqual(['about', 'tides', 'post'].map((path) => ({ kind: 'redirect', path })))
    expect(site.resolve('x', PUBLIC)).toEqual({ kind: 'external', address: 'https://example.com/x' })
    expect(site.resolve('a/b/c', PUBLIC, 'd=1')).toMatchObject({ address: '/search' })
    expect(site.resolve('a/b/c', PUBLIC, 'd=1&e=2')).toMatchObject({ path: 'about' })
    // They hide no page and no list.
    expect(site.resolve('about', PUBLIC).kind).toBe('page')
    expect(site.resolve('tags/sea', PUBLIC).kind).toBe('list')
  })

  it('follows chains through rows with a `*` to their end', () => {
    const { site, findings } = create([
      { from: '/start', to: '/2019/about' },
      { from: '/2019/*', to: '/blog/*' },
      { from: '/blog/*', to: '/*', status: 302 },
      { from: '/blog/kept', to: '/tides' },
    ])
    expect(findings).toEqual([])
    expect(site.resolve('start', PUBLIC)).toMatchObject({ kind: 'redirect', path: 'about' })
    expect(site.resolve('2019/about', PUBLIC)).toEqual({ kind: 'redirect', path: 'about', status: 302 })
    expect(site.resolve('2019/kept', PUBLIC)).toEqual({ kind: 'redirect', path: 'tides' })
    expect(site.resolve('2019/none', PUBLIC)).toEqual({ kind: 'missing' })
  })

  it('does not lead to pages that the visitor may not read, and reveals none below a `*`', () => {
    const { site } = create([{ from: '/2019/*', to: '/*' }])
    expect(site.resolve('2019/draft', PUBLIC)).toEqual(site.resolve('2019/none', PUBLIC))
  })

  it.each<[why: string, from: string, to: string]>([
    ['taken', '/tides', '/about'],
    ['taken', '/draft', '/about'],
    ['taken', '/tags/sea', '/about'],
    ['taken', '/tides.md', '/about'],
    ['taken', '/tags/sea/feed.xml', '/about'],
    ['taken', '/favicon.ico', '/about'],
    ['taken', '/cv.pdf', '/about'],
    ['address', '/', '/about'],
    ['address', '/old?', '/about'],
    ['address', '/feed.xml', '/about'],
    ['address', '//example.com/old', '/about'],
    ['address', 'https://example.com/old', '/about'],
    ['address', '/%', '/about'],
    ['address', '/\u{d800}', '/about'],
    ['address', '/api/health', '/about'],
    ['address', '/api/*', '/about'],
    ['address', '/search', '/about'],
    ['address', '/members/tides', '/about'],
    ['address', '/members/*', '/about'],
    ['address', '/_next/x', '/about'],
    ['address', `/files/${'0'.repeat(64)}/a.png`, '/about'],
    ['address', `/${'a'.repeat(600)}`, '/about'],
    ['wildcard', '/a/*/b', '/about'],
    ['wildcard', '/a*', '/about'],
    ['wildcard', '/a/*?b=c', '/about'],
    ['wildcard', '/a', '/about/*'],
    ['wildcard', '/a/*', '/*/b/*'],
    ['target', '/old', '/none'],
    ['target', '/old', '/none.pdf'],
    ['target', '/old', '/draft'],
    ['target', '/old', 'javascript:alert(1)'],
    ['target', '/old', 'http://example.com/'],
    ['target', '/old', 'https://user:password@example.com/'],
    ['target', '/old', 'ftp://example.com/'],
    ['target', '/old', '//example.com'],
    ['target', '/old/*', '//example.com/*'],
    ['target', '/old', 'https://'],
    ['target', '/old', ''],
    ['loop', '/old', '/old'],
    ['loop', '/old', 'https://tides.example/old.html'],
    ['loop', '/old', 'https://Tides.example:443/old'],
    ['loop', '/old/*', '/old/*'],
    ['loop', '/old/*', '/old/new/*'],
    ['loop', '/*', '/blog/*'],
    ['loop', '/old/*', '/old/x'],
  ])('rejects and reports (%s): %s to %s', (why, from, to) => {
    const publicFiles = new Set(['/cv.pdf'])
    const { site, findings } = create([{ from, to }], {}, { ...SETTINGS, publicFiles })
    expect(findings).toEqual([[from, why]])
    expect(site.index.redirects).toEqual(NO_REDIRECTS)
  })

  it.each<RedirectRow>([
    { from: '', to: '/about', fault: 'source' },
    { from: '/weird', to: '/about', fault: 'status' },
    { from: '/gone-to', to: '/about', status: 410, fault: 'gone' },
    { from: '/old/*', to: '/*', status: 410, fault: 'gone' },
  ])('rejects and reports a row with a fault of its cells: %o', (row) => {
    const { site, findings } = create([row])
    expect(findings).toEqual([[row.from, row.fault]])
    expect(site.index.redirects).toEqual(NO_REDIRECTS)
  })

  it('rejects a loop of several rows and rows that lead into it', () => {
    const { site, findings } = create([
      { from: '/a', to: '/b' },
      { from: '/b', to: '/c' },
      { from: '/c', to: '/b' },
      { from: '/d', to: '/about' },
      { from: '/e/*', to: '/f/*' },
      { from: '/f/*', to: '/e/*' },
    ])
    expect(findings).toEqual(['/a', '/b', '/c', '/e/*', '/f/*'].map((from) => [from, 'loop']))
    expect(site.index.redirects).toEqual({ ...NO_REDIRECTS, exact: { d: { id: createId('About') } } })
  })

  it('reports rows from the address of an earlier row', () => {
    const rows = ['/old', '/old/', '/OLD', '/%6Fld', '/old?a=1', '/old/*', '/old/*'].map((from) => ({
      from,
      to: '/about',
    }))
    expect(create(rows).findings).toEqual(['/old/', '/%6Fld', '/old/*'].map((from) => [from, 'duplicate']))
  })

  it('is limited, and names the first row that is not used', () => {
    lowerLimits(REDIRECT_LIMITS, { rows: 20 })
    const rows = Array.from({ length: 100 }, (_, at) => ({ from: `/old-${at}`, to: '/about' }))
    const { site, findings } = create(rows)
    expect(findings).toEqual([['/old-20', 'too-many']])
    expect(Object.keys(site.index.redirects.exact)).toHaveLength(20)
  })

  it('has a limit for rows with a `*`, and follows only some of a chain', () => {
    lowerLimits(REDIRECT_LIMITS, { wildcards: 20 })
    const rows = Array.from({ length: 100 }, (_, at) => ({ from: `/old-${at}/*`, to: `/old-${at + 1}/*` }))
    const { site, findings } = create([...rows, { from: '/kept', to: '/about' }, { from: '/far', to: '/old-0/about' }])
    expect(findings).toEqual([
      ['/old-20/*', 'too-many'],
      ['/far', 'loop'],
    ])
    expect(site.index.redirects.wildcards).toHaveLength(20)
    expect(site.resolve('kept', PUBLIC)).toEqual({ kind: 'redirect', path: 'about' })
    expect(site.resolve('old-0/about', PUBLIC)).toEqual({ kind: 'missing' })
  })

  it('has one limit for all targets that a request tries', () => {
    const folders = Array.from({ length: 12 }, (_, at) =>
      'abcdefghijkl'
        .slice(0, at + 1)
        .split('')
        .join('/'),
    )
    const { site } = create([
      ...folders.map((from) => ({ from: `/${from}/*`, to: `/none-${from.length}/*` })),
      { from: '/none-5/*', to: '/*' },
      { from: '/none-1/*', to: '/about' },
    ])
    const far = (depth: number) => `${folders[depth]}/tides`
    expect(site.resolve(`${folders[2]}/tides`, PUBLIC)).toEqual({ kind: 'redirect', path: 'tides' })
    expect(site.resolve(far(11), PUBLIC)).toEqual({ kind: 'missing' })
  })

  it('resolves a chain that is as long as the table', () => {
    const rows = Array.from({ length: 5000 }, (_, at) => ({
      from: `/old-${at}`,
      to: at === 0 ? '/about' : `/old-${at - 1}`,
    }))
    expect(create(rows).site.resolve('old-4999', PUBLIC)).toEqual({ kind: 'redirect', path: 'about' })
  })

  it('is ignored on a root page that is not public', () => {
    const accessTable = { [createId('Root')]: 'Members' }
    const settings = { ...SETTINGS, signIn: true }
    expect(
      create([{ from: '/old', to: 'https://example.com' }], { accessTable }, settings).site.index.redirects,
    ).toEqual(NO_REDIRECTS)
  })
})

describe('redirects of an export', () => {
  const { site } = create([
    { from: '/away', to: 'https://example.com/a%20b' },
    { from: '/now', to: '/about', status: 307 },
    { from: '/query', to: 'https://example.com/?a=$b' },
  ])
  const redirects = listRedirects(site)
  const writeRules = (host: Parameters<typeof writeHostRules>[0]['host']) =>
    writeHostRules({ host, redirects, basePath: '' })

  it('are written as rules of the host, or as documents if the host has none', () => {
    expect(writeRules('netlify').files.get('_redirects')).toMatch(
      /^\/away https:\/\/example\.com\/a%20b 301\n\/now \/about 302\n/,
    )
    expect(JSON.parse(writeRules('vercel').files.get('vercel.json') ?? '').redirects.slice(0, 2)).toEqual([
      { source: '/away{/}?', destination: 'https://example.com/a%20b', statusCode: 308 },
      { source: '/now{/}?', destination: '/about', statusCode: 307 },
    ])
    const nginx = writeRules('nginx').files.get('nginx.conf') ?? ''
    expect(nginx).toMatch(/\$colophon_to_308 \{[^}]*"\/away" "https:\/\/example\.com\/a%20b";\n/)
    expect(nginx).toMatch(/\$colophon_to_307 \{[^}]*"\/now" "\/about\$is_args\$args";\n/)
    // nginx would replace a variable in a target.
    expect(nginx).toContain('"https://example.com/?a=%24b"')
    const documents = writeRules('github').stubs.map(({ from }) => from)
    expect(documents).toEqual(expect.arrayContaining(['/away', '/now', '/query', '/root']))
  })

  it('lead to a page from its id, but only if the public may read it', () => {
    const froms = redirects.map(({ from }) => from)
    const getDigits = (name: string) => createId(name).replaceAll('-', '')
    expect(froms).toEqual(expect.arrayContaining([`/${getDigits('About')}`, `/About-${getDigits('About')}`]))
    expect(froms.filter((from) => from.includes(getDigits('Draft')))).toEqual([])
  })
})
