import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server'
import { describe, expect, it } from 'vitest'
import { getReturnAddress, getSignInAddress, needsSession } from '@/lib/auth/routes'
import { isForMembers } from '@/lib/members-path'
import { config } from '@/middleware'

const isGuarded = (path: string) => unstable_doesMiddlewareMatch({ config, nextConfig: {}, url: path })

/** Whether the middleware runs for a path, and whether it reads the session. */
const PATHS: [path: string, guarded: boolean, needed: boolean][] = [
  ['/', true, false],
  ['/page', true, false],
  ['/page/', true, false],
  ['/a/b/c', true, false],
  ['//page', true, false],
  ['/v1.2/page', true, false],
  ['/page.name/below', true, false],
  ['/%E4%B8%AD', true, false],
  ['/a/b.c/d', true, false],
  ['/a/b.json', false, false],
  ['/page.', true, false],
  ['/page%2epng', true, false],
  ['/page%2Fbelow', true, false],
  ['/Page', true, false],
  ['/index', true, false],
  ['/plain/page', true, false],
  ['/rows/abc/1/page', true, false],
  ['/search', true, true],
  ['/searching', true, false],
  ['/favicon.ico', false, false],
  ['/page.png', false, false],
  ['/page.md', false, false],
  ['/page.rsc', false, false],
  ['/files/00/name.png', false, false],
  ['/files/00/name', true, false],
  ['/_next', false, false],
  ['/_next/static/chunk.js', false, false],
  ['/_next/image', false, false],
  ['/_nextish', true, false],
  ['/sign-in', false, false],
  ['/sign-in/factor-one', false, false],
  ['/sign-information', true, false],
  ['/Sign-in', true, false],
  ['/sign-up', true, true],
  ['/sign-up/continue', true, true],
  ['/auth', false, true],
  ['/auth/back', false, true],
  ['/author', true, false],
  ['/account', true, true],
  ['/account/security', true, true],
  ['/accounts', true, false],
  ['/organization', true, true],
  ['/organization/organization-members', true, true],
  ['/api', true, true],
  ['/api/search', true, true],
  ['/api/x.json', true, true],
  ['/api/../members', true, true],
  ['/apis', true, false],
  ['/trpc', true, true],
  ['/trpc/x.y', true, true],
  ['/members', true, true],
  ['/members/', true, true],
  ['/members/page', true, true],
  ['/members/page.png', true, true],
  ['/members/page.rsc', true, true],
  ['/members/page.segments/_tree.segment.rsc', true, true],
  ['/members/files/id/hash-name.png', true, true],
  ['/members/%2e%2e/page', true, true],
  ['/members/a%2Fb', true, true],
  ['/members//page', true, true],
  ['/members/_next/static/x.js', true, true],
  ['/members/sign-in', true, true],
  ['/membership', true, false],
  ['/Members/page', true, false],
  ['/%6dembers/page', true, false],
]

describe('the middleware', () => {
  it.each(PATHS)('for %s runs: %s, reads the session: %s [N-328] [N-329] [N-330]', (path, guarded, needed) => {
    expect(isGuarded(path)).toBe(guarded)
    expect(needsSession(path)).toBe(needed)
    expect(isForMembers(path)).toBe(/^\/members(\/|$)/.test(path))
  })
})

describe('getReturnAddress', () => {
  const site = 'https://site.example'
  it.each([
    ['/members/page', '/members/page'],
    ['/members/page?a=b#c', '/members/page?a=b#c'],
    ['/members/%E4%B8%AD', '/members/%E4%B8%AD'],
    ['/', '/'],
    ['/account/access', '/account/access'],
    [`${site}/members`, '/members'],
  ])('accepts %s', (requested, to) => expect(getReturnAddress(requested, site)).toBe(to))

  it.each([
    undefined,
    null,
    '',
    'members',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'https://evil.example',
    'https:evil.example',
    'http://site.example/members',
    'https://site.example.evil.example/',
    'https://site.example@evil.example/',
    '%2F%2Fevil.example',
    '/sign-in',
    '/sign-in?redirect_url=/sign-in',
    '/sign-up',
    '/account/security',
    '/auth/back',
  ])('rejects %j', (requested) => expect(getReturnAddress(requested, site)).toBe('/members'))

  it('is encoded in the sign-in address without changes', () => {
    const path = '/members/a&b?c=d#e'
    const { searchParams } = new URL(getSignInAddress(path), site)
    expect(searchParams.get('redirect_url')).toBe(path)
  })
})
