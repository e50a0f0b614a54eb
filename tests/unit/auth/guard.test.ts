import { describe, expect, it } from 'vitest'
import { decideAccess } from '@/lib/screens/guard'
import { readEnv } from '@/lib/settings/env'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'
import { createServiceKeys } from '../../support/sign-in/keys'
import { getSignInEnv } from '../../support/sign-in/visitor'

const env = readEnv({ ...getSignInEnv(createServiceKeys()), SITE_URL: 'https://site.example' }, '/')
const pages = [
  page('Root', undefined),
  page('Open', 'Root'),
  page('Broken', 'Root', { readable: false }),
  page('Board', 'Root'),
]
const root = { ...page('Root', undefined), accessTable: { [createId('Board')]: 'board' } }
const site = new Site(
  buildSite(buildInput([...pages, root], [], { unreadable: [createId('Nobody knows')] }), {
    ...SETTINGS,
    signIn: true,
  }),
)

const MIA: Viewer = { signedIn: true, organizations: [] }
const EDITOR: Viewer = { signedIn: true, organizations: ['editors'], role: 'editor' }
const decide = (pathname: string, viewer: Viewer = MIA, search = '') =>
  decideAccess({ pathname, search }, viewer, site, env)

describe('decideAccess', () => {
  it.each([
    '/members',
    '/members/open',
    '/members/board',
    '/members/none',
    '/members/files/a/b',
    '/members/desk',
    '/account',
  ])('redirects a signed-out visitor from %s to sign-in, with the query in the return address', (pathname) => {
    const to = `/sign-in?redirect_url=${encodeURIComponent(`${pathname}?a=b`)}`
    expect(decide(pathname, { signedIn: false, organizations: [] }, '?a=b')).toEqual({ kind: 'redirect', to })
  })

  it.each(['refresh', 'previews'])(
    'leads from the form %s of the dashboard back to the dashboard after sign-in',
    (name) => {
      expect(decide(`/members/desk/${name}`, { signedIn: false, organizations: [] })).toEqual({
        kind: 'redirect',
        to: `/sign-in?redirect_url=${encodeURIComponent('/members/desk')}`,
      })
    },
  )

  it('returns the page or the reason for an error status', () => {
    expect(decide('/members')).toEqual({ kind: 'page' })
    expect(decide('/members/open')).toEqual({ kind: 'page' })
    expect(decide('/members/board')).toEqual({ kind: 'forbidden' })
    expect(decide('/members/board', { ...MIA, organizations: ['board'] })).toEqual({ kind: 'page' })
    expect(decide('/members/none')).toEqual({ kind: 'forbidden' })
    expect(decide('/members/broken')).toEqual({ kind: 'unavailable' })
    expect(decide('/account/security')).toEqual({ kind: 'screen' })
  })

  it('forbids a path that only begins like that of a handler', () => {
    for (const pathname of ['/members/files', '/members/files/a', '/members/files/a/b/c', '/members/desk/none'])
      expect(decide(pathname, EDITOR), pathname).toEqual({ kind: 'forbidden' })
  })

  it('redirects from an id to the path for viewers who may read the page', () => {
    expect(decide(`/members/${createId('Open')}`)).toEqual({ kind: 'redirect', to: '/members/open' })
    expect(decide(`/members/${createId('Root')}`)).toEqual({ kind: 'redirect', to: '/members' })
    for (const name of ['Board', 'None', 'Nobody knows']) {
      expect(decide(`/members/${createId(name)}`), name).toEqual({ kind: 'forbidden' })
    }
  })

  it('allows only editors on the dashboard', () => {
    expect(decide('/members/desk')).toEqual({ kind: 'forbidden' })
    expect(decide('/members/desk', EDITOR)).toEqual({ kind: 'screen' })
  })

  it('passes requests of route handlers', () => {
    for (const pathname of [
      '/members/files/a/b',
      '/members/desk/refresh',
      '/sign-up',
      '/members/open.md',
      '/members/open.epub',
    ]) {
      expect(decide(pathname)).toEqual({ kind: 'pass' })
    }
  })
})
