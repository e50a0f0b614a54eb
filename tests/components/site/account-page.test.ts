import { expect, test } from 'vitest'
import { renderAccountPage } from '@/components/errors/account-pages'
import type { AccountPage } from '@/lib/http/account-page'
import { validateHtml } from '@/tests/support/html'

const PAGE: AccountPage = { kind: 'account', person: { id: 'mia' }, groups: ['board'] }
const SESSION = { began: Date.UTC(2027, 0, 1, 9), ends: Date.UTC(2027, 0, 1, 17) }
const WITH_SESSION: AccountPage = { ...PAGE, signOut: '/auth/sign-out', session: SESSION }

test('shows when the session began and ends, and signs out here or everywhere', () => {
  const html = renderAccountPage(WITH_SESSION, { locale: 'en' })
  expect(html).toContain('began: <time dateTime="2027-01-01T09:00:00.000Z">January 1, 2027 at 9:00 AM UTC</time>')
  expect(html).toContain('latest: <time dateTime="2027-01-01T17:00:00.000Z">January 1, 2027 at 5:00 PM UTC</time>')
  const [here, everywhere] = [...html.matchAll(/<button class="action"([^>]*)>([^<]*)</g)].map(([, ...parts]) => parts)
  expect(here).toEqual([' type="submit"', 'Sign out'])
  expect(everywhere).toEqual([' type="submit" value="1" name="everywhere"', 'Sign out everywhere'])
})

test('shows neither to a person whom a proxy signs in', () => {
  expect(renderAccountPage(PAGE, { locale: 'en' })).not.toMatch(/<(?:time|form|button)/)
})

test('is valid HTML in every language, also after an incomplete sign-out', async () => {
  for (const locale of ['en', 'ar', 'ja', 'zh-CN', 'zh-TW']) {
    const failed: AccountPage = { kind: 'sign-in', start: '/auth/start', failure: 'remaining' }
    for (const page of [WITH_SESSION, failed]) {
      expect(await validateHtml(renderAccountPage(page, { locale })), locale).toEqual([])
    }
  }
})
