import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server'
import { expect } from 'vitest'
import { config } from '@/middleware'
import { createRows, type Section } from '../row'
import { getOutcome, KEYS, type Membership, request } from '../support/server'

/** Returns the paths for which Next.js runs the route guard, according to its matcher. */
const listGuarded = (paths: string) =>
  paths.split(' ').filter((url) => unstable_doesMiddlewareMatch({ config, nextConfig: {}, url }))

const getOutcomes = (target: string, ...visitors: (Membership | undefined)[]) =>
  Promise.all(visitors.map(async (as) => getOutcome(await request(target, { as }))))

const FORBIDDEN = 'rewrite /auth/forbidden'
const BOARD = { slug: 'board' }
const CHOIR = { slug: 'choir' }

export const SIGN_IN: Section = {
  name: 'Signing in',
  rows: createRows({
    'guard leaves out': {
      statement:
        'The route guard does not run for paths with a file extension, internal assets, and paths below sign-in and auth.',
      check: () => {
        const paths = '/a.png /a/b.json /_next/static/x /_next/image /sign-in /sign-in/x /auth /auth/x'
        expect(listGuarded(paths)).toEqual([])
      },
    },
    'guard stands before': {
      statement:
        'The route guard runs for the root, every page, and every path below api and trpc, also with a file extension.',
      check: () => {
        const paths =
          '/ /a /a/b.c/d /%E4%B8%AD /api /api/x.json /trpc /trpc/x.json /sign-up /signs-in /sign-in-sheet /authors'
        expect(listGuarded(paths)).toEqual(paths.split(' '))
      },
    },
    'members by name': {
      statement: 'The route guard runs for members’ paths with a file extension.',
      reason: 'A file of a page that is not public needs the same check as the page.',
      check: () => expect(listGuarded('/members/a.png /members/files/x/y.webp')).toHaveLength(2),
    },
    protection: {
      statement:
        'A visitor who is not signed in is redirected from members pages and profile screens to sign-in, with a return address.',
      check: async () => {
        for (const target of ['/members', '/members/ledger?a=b', '/members/desk', '/account', '/organization/x']) {
          const redirect = `307 /sign-in?redirect_url=${encodeURIComponent(target)}`
          expect(await getOutcomes(target, undefined), target).toEqual([redirect])
        }
        expect(await getOutcomes('/account', null)).toEqual(['next'])
      },
    },
    'signed-in content': {
      statement: 'A page can be for every signed-in visitor, or for the members of an organization.',
      check: async () => {
        expect(await getOutcomes('/members/lounge', null, BOARD, CHOIR)).toEqual(['next', 'next', 'next'])
        expect(await getOutcomes('/members/ledger', null, BOARD, CHOIR)).toEqual([FORBIDDEN, 'next', FORBIDDEN])
      },
    },
    'signed-out content': {
      statement: 'A page that is not public does not exist for a visitor who is not signed in.',
      check: async () => expect(await getOutcomes('/ledger', undefined, BOARD)).toEqual(['404', '404']),
    },
    roles: {
      statement: 'Only an admin of the editors’ organization may open the editor dashboard.',
      check: async () => {
        const roles = ['admin', 'member', 'guest_member', 'org:admin2']
        const getOutcomesOfRoles = (slug: string) =>
          getOutcomes('/members/desk', ...roles.map((role) => ({ slug, role })))
        expect(await getOutcomesOfRoles('editors')).toEqual(['next', FORBIDDEN, FORBIDDEN, FORBIDDEN])
        expect(await getOutcomesOfRoles('board')).toEqual(roles.map(() => FORBIDDEN))
        expect(await getOutcomes('/members/desk', null)).toEqual([FORBIDDEN])
      },
    },
    'browser script': {
      statement: 'The policy of the provider’s screens allows its host, and the policy of other pages does not.',
      check: async () => {
        const readPolicy = async (target: string, as?: Membership) =>
          (await request(target, { as })).headers.get('content-security-policy') ?? ''
        const [, scripts] = /script-src ([^;]*)/.exec(await readPolicy('/account', null)) ?? []
        expect(scripts?.split(' ')).toContain(KEYS.issuer)
        expect(await readPolicy('/search')).not.toContain(KEYS.issuer)
      },
    },
  }),
}
