import { describe, expect, it, test } from 'vitest'
import { HOSTS, type Host, type Redirect, writeHostRules } from '@/cli/lib/export/hosts'
import { renderStub } from '@/cli/lib/export/redirects'

const OLD = { from: encodeURI('/旧'), to: encodeURI('/新'), isListed: true }
const writeRules = (host: Host | undefined, redirects: Redirect[] = [OLD], basePath = '') => {
  const { files, stubs } = writeHostRules({ host, redirects, basePath })
  return { files: Object.fromEntries(files), stubs }
}

describe('writeHostRules', () => {
  it('writes redirects of former paths as rules, or as documents if the host has no rules', () => {
    expect(writeRules('cloudflare').files._redirects).toBe(`${OLD.from} ${OLD.to} 301\n`)
    expect(writeRules('netlify')).toEqual({ ...writeRules('cloudflare'), stubs: [] })
    expect(JSON.parse(writeRules('vercel').files['vercel.json'] ?? '')).toMatchObject({
      cleanUrls: true,
      redirects: [{ source: OLD.from, destination: OLD.to, permanent: true }],
    })
    expect(writeRules('nginx').files['nginx.conf']).toContain(`"/旧" "${OLD.to}";`)
    expect(writeRules('github')).toEqual({ files: { '.nojekyll': '' }, stubs: [OLD] })
    expect(writeRules(undefined)).toEqual({ files: {}, stubs: [OLD] })
  })

  it.each(HOSTS)('writes no rule for %s with a path that breaks its syntax', (host) => {
    const hostile = ['/a b', '/a"b', '/a$b', '/a;b', '/a:b', '/a*', '/a(b)', '/a{b}'].map((from) => ({
      from: encodeURI(from),
      to: '/x',
      isListed: true,
    }))
    const { files, stubs } = writeRules(host, hostile)
    expect(stubs).toEqual(hostile)
    expect(Object.values(files).join('\n')).not.toMatch(/\/a[ "$;:*({]/)
  })

  it.each(HOSTS)('writes no rule for %s with an unlisted page', (host) => {
    const unlisted = { from: '/draft', to: '/secret', isListed: false }
    const { files, stubs } = writeRules(host, [OLD, unlisted])
    expect(stubs).toContain(unlisted)
    expect(Object.values(files).join()).not.toMatch(/draft|secret/)
  })

  it('writes redirects above the limit of a host as documents', () => {
    const many = Array.from({ length: 2100 }, (_, at) => ({ from: `/old-${at}`, to: '/new', isListed: true }))
    const counts = HOSTS.map((host) => [host, writeRules(host, many).stubs.length])
    expect(Object.fromEntries(counts)).toEqual({ github: 2100, cloudflare: 100, netlify: 0, vercel: 52, nginx: 0 })
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
    expect(files['nginx.conf']).toContain('"/docs/a" "/docs/b";')
  })
})

test('renderStub redirects to the target and escapes it', () => {
  const stub = renderStub('/a"><script>', 'https://a.example')
  expect(stub).toContain('url=/a&quot;&gt;&lt;script&gt;"')
  expect(stub).toContain('<link rel="canonical" href="https://a.example/a')
  expect(stub).not.toContain('<script')
})
