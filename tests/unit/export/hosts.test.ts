import { describe, expect, it, test } from 'vitest'
import type { Redirect } from '@/cli/lib/export/host-redirects'
import { HOSTS, type Host, writeHostRules } from '@/cli/lib/export/hosts'
import { renderStub } from '@/cli/lib/export/redirects'

const OLD = { from: encodeURI('/旧'), to: encodeURI('/新'), isListed: true }
const writeRules = (host: Host | undefined, redirects: Redirect[] = [OLD], basePath = '') => {
  const { files, stubs } = writeHostRules({ host, redirects, basePath })
  return { files: Object.fromEntries(files), stubs }
}

describe('writeHostRules', () => {
  it('writes redirects of former paths as rules, or as documents if the host has no rules', () => {
    const [from, lower] = [OLD.from, OLD.from.toLowerCase()]
    const write = (status: number, ...paths: (string | undefined)[]) =>
      paths.map((path) => `${path} ${OLD.to} ${status}\n`).join('')
    // Cloudflare compares paths as they are requested, and Netlify ignores a slash at the end.
    expect(writeRules('cloudflare').files._redirects).toBe(write(308, from, lower, `${from}/`, `${lower}/`))
    expect(writeRules('netlify').files._redirects).toBe(write(301, from, lower))
    const [first, second] = JSON.parse(writeRules('vercel').files['vercel.json'] ?? '').redirects
    expect(first).toEqual({ source: `${from}{/}?`, destination: OLD.to, statusCode: 308 })
    expect(second.source).toBe(`${lower}{/}?`)
    expect(writeRules('nginx').files['nginx.conf']).toContain(`"/旧" "${OLD.to}$is_args$args";`)
    expect(writeRules('caddy').files['caddy.conf']).toContain(`\`/旧\` \`${OLD.to}\` 308q`)
    const stubs = [OLD, { ...OLD, from: `${OLD.from}/` }]
    for (const host of HOSTS) expect(writeRules(host).stubs).toEqual(host === 'github' ? stubs : [])
    expect(writeRules('github')).toEqual({ files: { '.nojekyll': '' }, stubs })
    expect(writeRules(undefined)).toEqual({ files: {}, stubs: [OLD] })
  })

  it.each([undefined, ...HOSTS])(
    'redirects from pages with a slash at their end by documents on GitHub only: %s',
    (host) => {
      const pages = ['/', '/tides', '/guides/spring', '/v1.2']
      const file = { from: '/old.php', to: '/tides', isListed: true }
      const { stubs } = writeHostRules({ host, redirects: [file], basePath: '', pages })
      const slashes = stubs.filter(({ from }) => from !== file.from).map(({ from, to }) => [from, to])
      const expected = ['/tides', '/guides/spring'].map((page) => [`${page}/`, page])
      expect(slashes).toEqual(host === 'github' ? expected : [])
    },
  )

  it.each(HOSTS)('writes no rule for %s with an unlisted page', (host) => {
    const unlisted = { from: '/draft', to: '/secret', isListed: false }
    const { files, stubs } = writeRules(host, [OLD, unlisted])
    expect(stubs).toContain(unlisted)
    expect(Object.values(files).join()).not.toMatch(/draft|secret/)
  })

  it('writes redirects above the limit of a host as documents', () => {
    const many = Array.from({ length: 2100 }, (_, at) => ({ from: `/old-${at}`, to: '/new', isListed: true }))
    const counts = HOSTS.map((host) => [host, writeRules(host, many).stubs.length])
    expect(Object.fromEntries(counts)).toEqual({
      ...{ github: 4200, cloudflare: 100, netlify: 0, vercel: 55, nginx: 0, caddy: 0 },
    })
  })

  it.each(['cloudflare', 'netlify'] as const)(
    'writes rules for %s with the headers that a document cannot contain',
    (host) => {
      const rules = (writeRules(host).files._headers ?? '').split('\n\n')
      expect(rules.map((rule) => rule.split('\n', 1)[0])).toEqual([
        '/*',
        '/_next/static/*',
        '/embed.html/*',
        '/files/*',
      ])
      expect(rules[0]).toContain("content-security-policy: frame-ancestors 'self'")
      expect(rules[0]).toContain('x-content-type-options: nosniff')
      expect(rules[0]).not.toContain('cache-control')
      expect(rules[2]).toContain('content-security-policy: sandbox allow-scripts')
      expect(rules[3]).toContain("content-security-policy: default-src 'none'")
    },
  )

  it('writes the base path into the rules for nginx', () => {
    const { files } = writeRules('nginx', [{ from: '/docs/a', to: '/docs/b', isListed: true }], '/docs')
    expect(files['nginx-server.conf']).toContain('location /docs/ {')
    expect(files['nginx.conf']).toContain('"/docs/a" "/docs/b$is_args$args";')
  })
})

describe('a row from all paths below one to the home page', () => {
  const below = { from: '/2018', isListed: true, continues: true, hides: false, row: '/2018/*' }
  const known = [{ from: '/2018/a', to: '/a', isListed: true, sameAsRule: true, row: '/2018/a' }]
  const write = (host: Host, basePath = '') =>
    writeHostRules({
      host,
      redirects: [],
      below: [{ ...below, from: `${basePath}/2018`, to: `${basePath}/`, known }],
      basePath,
    })

  it('keeps the base path in the rule of nginx', () => {
    expect(write('nginx').files.get('nginx.conf')).toContain(' "/$1$is_args$args";')
    expect(write('nginx', '/docs').files.get('nginx.conf')).toContain(' "/docs/$1$is_args$args";')
    expect(write('caddy').files.get('caddy.conf')).toContain('`/$' + '{1}` 308q')
  })

  it.each(['netlify', 'vercel', 'cloudflare'] as const)('is written for %s as its known addresses', (host) => {
    const { files, left } = write(host)
    expect([...files.values()].join()).toMatch(/\/2018\/a/)
    expect([...files.values()].join()).not.toMatch(/\/2018\/[*:]/)
    expect(left).toEqual([{ row: '/2018/*', why: 'known' }])
  })
})

it.each(['nginx', 'caddy'] as const)('%s gets no rule for an address with a control character', (host) => {
  const odd = { from: '/a%0Ab', to: '/b', isListed: true }
  const { files, stubs } = writeRules(host, [OLD, odd])
  expect(stubs).toEqual([odd])
  expect(Object.values(files).join()).not.toContain('/a\n')
})

test('renderStub shows a target that has no decoded form as it is', () => {
  expect(renderStub('/about?a=50%', 'https://a.example')).toContain('<title>/about?a=50%</title>')
})

test('renderStub redirects to the target and escapes it', () => {
  const stub = renderStub('/a"><script>', 'https://a.example')
  expect(stub).toContain('url=/a&quot;&gt;&lt;script&gt;"')
  expect(stub).toContain('<link rel="canonical" href="https://a.example/a')
  expect(stub).not.toContain('<script')
})
