import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server'
import { expect } from 'vitest'
import { config } from '@/middleware'
import { rowsFor, type Section } from '../row'
import { KEYS, type Membership, outcomeOf, request } from '../support/server'

/** The paths before which the route guard runs, as Next.js reads its matcher. */
const guarded = (paths: string) =>
  paths.split(' ').filter((url) => unstable_doesMiddlewareMatch({ config, nextConfig: {}, url }))

const outcomes = (target: string, ...visitors: (Membership | undefined)[]) =>
  Promise.all(visitors.map(async (as) => outcomeOf(await request(target, { as }))))

const FORBIDDEN = 'rewrite /auth/forbidden'
const BOARD = { slug: 'board' }
const CHOIR = { slug: 'choir' }

export const SIGN_IN: Section = {
  name: 'Signing in',
  rows: rowsFor({
    'guard leaves out': {
      says: 'The route guard does not run for paths with a file extension, internal assets, and paths below sign-in and auth.',
      holds: () => {
        const paths = '/a.png /a/b.json /_next/static/x /_next/image /sign-in /sign-in/x /auth /auth/x'
        expect(guarded(paths)).toEqual([])
      },
    },
    'guard stands before': {
      says: 'The route guard runs for the root, every page, and every path below api and trpc, also with a file extension.',
      holds: () => {
        const paths =
          '/ /a /a/b.c/d /%E4%B8%AD /api /api/x.json /trpc /trpc/x.json /sign-up /signs-in /sign-in-sheet /authors'
        expect(guarded(paths)).toEqual(paths.split(' '))
      },
    },
    'members by name': {
      says: 'The route guard runs for members’ paths with a file extension.',
      because: 'A file of a page that is not public needs the same check as the page.',
      holds: () => expect(guarded('/members/a.png /members/files/x/y.webp')).toHaveLength(2),
    },
    protection: {
      says: 'A visitor who is not signed in is redirected from members’ pages and profile screens to sign-in, with a return address.',
      holds: async () => {
        for (const target of ['/members', '/members/ledger?a=b', '/members/desk', '/account', '/organization/x']) {
          const back = `307 /sign-in?redirect_url=${encodeURIComponent(target)}`
          expect(await outcomes(target, undefined), target).toEqual([back])
        }
        expect(await outcomes('/account', null)).toEqual(['next'])
      },
    },
    'signed-in content': {
      says: 'A page can be for every signed-in visitor, or for the members of an organization.',
      holds: async () => {
        expect(await outcomes('/members/lounge', null, BOARD, CHOIR)).toEqual(['next', 'next', 'next'])
        expect(await outcomes('/members/ledger', null, BOARD, CHOIR)).toEqual([FORBIDDEN, 'next', FORBIDDEN])
      },
    },
    'signed-out content': {
      says: 'A page that is not public does not exist for a visitor who is not signed in.',
      holds: async () => expect(await outcomes('/ledger', undefined, BOARD)).toEqual(['404', '404']),
    },
    roles: {
      says: 'Only an admin of the editors’ organization may open the editor dashboard.',
      holds: async () => {
        const roles = ['admin', 'member', 'guest_member', 'org:admin2']
        const of = (slug: string) => outcomes('/members/desk', ...roles.map((role) => ({ slug, role })))
        expect(await of('editors')).toEqual(['next', FORBIDDEN, FORBIDDEN, FORBIDDEN])
        expect(await of('board')).toEqual(roles.map(() => FORBIDDEN))
        expect(await outcomes('/members/desk', null)).toEqual([FORBIDDEN])
      },
    },
    'browser script': {
      says: 'The policy of the provider’s screens allows its host, and the policy of other pages does not.',
      holds: async () => {
        const policyOf = async (target: string, as?: Membership) =>
          (await request(target, { as })).headers.get('content-security-policy') ?? ''
        const [, scripts] = /script-src ([^;]*)/.exec(await policyOf('/account', null)) ?? []
        expect(scripts?.split(' ')).toContain(KEYS.issuer)
        expect(await policyOf('/search')).not.toContain(KEYS.issuer)
      },
    },
  }),
}
