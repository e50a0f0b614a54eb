import { expect, test } from 'vitest'
import { mayUseDashboard } from '@/lib/auth/dashboard'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { createServiceKeys } from '../../support/sign-in/keys'
import { getSignInEnv } from '../../support/sign-in/visitor'

const member = { signedIn: true, organizations: ['editors'] }

test('mayUseDashboard returns true for editors, and for all visitors in development without sign-in', () => {
  expect(mayUseDashboard(PUBLIC, readEnv({}, '/'))).toBe(false)
  expect(mayUseDashboard(PUBLIC, readEnv({ NODE_ENV: 'production' }, '/'))).toBe(false)
  expect(mayUseDashboard(PUBLIC, readEnv({ NODE_ENV: 'development' }, '/'))).toBe(true)
  const env = readEnv(
    { ...getSignInEnv(createServiceKeys()), SITE_URL: 'https://site.example', NODE_ENV: 'development' },
    '/',
  )
  const editor = { ...member, role: 'editor' as const }
  expect([PUBLIC, member, editor].map((viewer) => mayUseDashboard(viewer, env))).toEqual([false, false, true])
})
