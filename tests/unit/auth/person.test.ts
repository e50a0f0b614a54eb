import { expect, it } from 'vitest'
import { readSession } from '@/lib/auth/session'
import { readEnv } from '@/lib/settings/env'
import { createClaims, createKeyPair, createServiceKeys, signToken } from '../../support/sign-in/keys'
import { createCookies, getSignInEnv } from '../../support/sign-in/visitor'

const SITE = 'https://site.example'
const keys = createServiceKeys()
const env = readEnv({ ...getSignInEnv(keys), SITE_URL: SITE }, '/')

const readPerson = async (key = keys.privateKey) => {
  const token = signToken(createClaims({ user: 'user_7', session: 'sess_7', site: SITE }, keys.issuer), key)
  const headers = new Headers({ cookie: createCookies(keys, token) })
  return (await readSession({ method: 'GET', path: '/members', headers }, env)).person
}

it('returns the user of a verified session, from its cache as well', async () => {
  expect(await readPerson()).toEqual({ id: 'user_7' })
  expect(await readPerson()).toEqual({ id: 'user_7' })
})

it('returns no user for a token of another key', async () => {
  expect(await readPerson(createKeyPair().privateKey)).toBeUndefined()
})
