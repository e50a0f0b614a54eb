import { describe, expect, it, test } from 'vitest'
import { HOSTS, type Host, writeHostRules } from '@/cli/lib/export/hosts'
import { writeStub } from '@/cli/lib/export/redirects'
import type { Redirect } from '@/cli/lib/export/rules'

const OLD = { from: encodeURI('/旧'), to: encodeURI('/新'), isListed: true }
const rulesOf = (host: Host | undefined, redirects: Redirect[] = [OLD], basePath = '') => {
  const { files, stubs } = writeHostRules({ host, redirects, basePath })
  return { files: Object.fromEntries(files), stubs }
}

describe('the rules of a host', () => {
  it('redirect former paths, or leave that to documents', () => {
    expect(rulesOf('cloudflare').files._redirects).toBe(`${OLD.from} ${OLD.to} 301\n`)
    expect(rulesOf('netlify')).toEqual({ ...rulesOf('cloudflare'), stubs: [] })
    expect(JSON.parse(rulesOf('vercel').files['vercel.json'] ?? '')).toMatchObject({
      cleanUrls: true,
      redirects: [{ source: OLD.from, destination: OLD.to, permanent: true }],
    })
    expect(rulesOf('nginx').files['nginx.conf']).toContain(`"/旧" "${OLD.to}";`)
    expect(rulesOf('github')).toEqual({ files: { '.nojekyll': '' }, stubs: [OLD] })
    expect(rulesOf(undefined)).toEqual({ files: {}, stubs: [OLD] })
  })

  it.each(HOSTS)('of %s contain no path that its syntax could misread', (host) => {
    const hostile = ['/a b', '/a"b', '/a$b', '/a;b', '/a:b', '/a*', '/a(b)', '/a{b}'].map((from) => ({
      from: encodeURI(from),
      to: '/x',
      isListed: true,
    }))
    const { files, stubs } = rulesOf(host, hostile)
    expect(stubs).toEqual(hostile)
    expect(Object.values(files).join('\n')).not.toMatch(/\/a[ "$;:*({]/)
  })

  it.each(HOSTS)('of %s do not name pages that are in no list', (host) => {
    const unlisted = { from: '/draft', to: '/secret', isListed: false }
    const { files, stubs } = rulesOf(host, [OLD, unlisted])
    expect(stubs).toContain(unlisted)
    expect(Object.values(files).join()).not.toMatch(/draft|secret/)
  })

  it('leave redirects above the limit to documents', () => {
    const many = Array.from({ length: 2100 }, (_, at) => ({ from: `/old-${at}`, to: '/new', isListed: true }))
    const counts = HOSTS.map((host) => [host, rulesOf(host, many).stubs.length])
    expect(Object.fromEntries(counts)).toEqual({ github: 2100, cloudflare: 100, netlify: 0, vercel: 52, nginx: 0 })
  })

  it.each(['cloudflare', 'netlify'] as const)('of %s send the headers that a document cannot contain', (host) => {
    const rules = (rulesOf(host).files._headers ?? '').split('\n\n')
    expect(rules.map((rule) => rule.split('\n', 1)[0])).toEqual(['/*', '/_next/static/*', '/files/*'])
    expect(rules[0]).toContain("content-security-policy: frame-ancestors 'self'")
    expect(rules[0]).toContain('x-content-type-options: nosniff')
    expect(rules[0]).not.toContain('cache-control')
    expect(rules[2]).toContain("content-security-policy: default-src 'none'")
  })

  it('of nginx name the base path', () => {
    const { files } = rulesOf('nginx', [{ from: '/docs/a', to: '/docs/b', isListed: true }], '/docs')
    expect(files['nginx-server.conf']).toContain('location /docs/ {')
    expect(files['nginx.conf']).toContain('"/docs/a" "/docs/b";')
  })
})

test('a document for a former path leads on, and contains nothing that could end its markup', () => {
  const stub = writeStub('/a"><script>', 'https://a.example')
  expect(stub).toContain('url=/a&quot;&gt;&lt;script&gt;"')
  expect(stub).toContain('<link rel="canonical" href="https://a.example/a')
  expect(stub).not.toContain('<script')
})
