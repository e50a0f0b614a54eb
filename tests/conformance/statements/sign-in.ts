import { existsSync } from 'node:fs'
import { expect } from 'vitest'
import { mayUseDesk } from '@/lib/auth/desk'
import { isForViewers, signInAddress } from '@/lib/auth/routes'
import { readEnv } from '@/lib/env'
import { mayRead, PUBLIC } from '@/lib/site/access'
import type { Access } from '@/lib/site/types'
import { serviceKeys } from '../../support/sign-in/keys'
import { siteEnv } from '../../support/sign-in/visitor'
import { rowsFor, type Section } from '../row'

/** Loaded only here: the guard brings the server's side of the framework along, in which the statements about blocks do not hold. */
async function guarded(paths: string): Promise<string[]> {
  const [{ config }, { unstable_doesMiddlewareMatch }] = await Promise.all([
    import('@/middleware'),
    import('next/experimental/testing/server'),
  ])
  return paths.split(' ').filter((url) => unstable_doesMiddlewareMatch({ config, nextConfig: {}, url }))
}

const keys = serviceKeys()
const env = readEnv({ ...siteEnv(keys), SITE_URL: 'https://site.example' }, '/')
const MEMBER = { signedIn: true, organizations: ['board'] }

export const SIGN_IN: Section = {
  name: 'Signing in',
  rows: rowsFor({
    'guard leaves out': {
      says: 'The guard leaves out names with a file extension, internal assets, and what is below sign-in and auth.',
      holds: async () =>
        expect(
          await guarded('/a.png /a/b.json /_next/static/x /_next/image /sign-in /sign-in/x /auth /auth/x'),
        ).toEqual([]),
    },
    'guard stands before': {
      says: 'The guard stands before the root, every page, and all that is below api and trpc, whatever it is called.',
      holds: async () => {
        const paths = '/ /a /a/b.c/d /api /api/x.json /trpc /trpc/x.json /sign-up /signs-in'
        expect(await guarded(paths)).toEqual(paths.split(' '))
      },
    },
    'members by name': {
      says: 'The guard stands before what is for members even where it looks like a file.',
      because: 'A file of a page that is not public must be asked for like the page.',
      holds: async () => expect(await guarded('/members/a.png /members/files/x/y.webp')).toHaveLength(2),
    },
    'catch-all routes': {
      says: 'Each of the provider’s screens, and its returns, stand on a route that takes everything below it.',
      holds: () => {
        for (const screen of ['sign-in', 'sign-up', 'account', 'organization', 'auth'])
          expect(existsSync(`app/(account)/${screen}/[[...path]]/page.tsx`), screen).toBe(true)
      },
    },
    'signed-in content': {
      says: 'Content can be for whoever is signed in, or for the members of an organization.',
      holds: () => {
        const reads = (access: Access) =>
          [{ signedIn: true, organizations: ['board'] }, { signedIn: true, organizations: [] }, PUBLIC].map((viewer) =>
            mayRead(access, viewer),
          )
        expect(reads({ kind: 'members', organizations: 'any' })).toEqual([true, true, false])
        expect(reads({ kind: 'members', organizations: ['board'] })).toEqual([true, false, false])
      },
    },
    protection: {
      says: 'Whoever asks for what is protected and is not signed in goes to sign-in, and from there back.',
      holds: () => {
        expect(isForViewers('/members/ledger')).toBe(true)
        expect(signInAddress('/members/ledger?a=b')).toBe('/sign-in?redirect_url=%2Fmembers%2Fledger%3Fa%3Db')
      },
    },
    roles: {
      says: 'Of the provider’s roles, only the admin of one organization means more than being its member.',
      holds: () => {
        expect(mayUseDesk({ ...MEMBER, role: 'editor' }, env)).toBe(true)
        expect([mayUseDesk(MEMBER, env), mayUseDesk(PUBLIC, env)]).toEqual([false, false])
      },
    },
    'browser script': {
      says: 'The provider’s script is loaded from the provider’s own host.',
      holds: () => expect(env.clerk?.origins).toEqual([keys.issuer]),
    },
  }),
}
