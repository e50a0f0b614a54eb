import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SiteLayout } from '@/components/site/site-layout'
import type { Chrome } from '@/lib/screens/chrome'
import { getSiteMessages } from '@/messages/languages'

afterEach(cleanup)

const chrome: Chrome = {
  home: { path: '/', title: 'Press' },
  navigation: [{ path: '/tides', title: 'Tides' }],
  lists: [],
  hasSignIn: true,
  locale: 'en',
  prefix: '',
}
const messages = getSiteMessages('en')

test('a landing page has no header for visitors', () => {
  render(
    <SiteLayout chrome={chrome} messages={messages} isLanding>
      Words
    </SiteLayout>,
  )
  expect(screen.queryByRole('banner')).toBeNull()
})

test.each([undefined, '<header>Own</header>'])(
  'members can sign out on a landing page with the header %j',
  (header) => {
    const slots = header === undefined ? {} : { slots: { header } }
    render(
      <SiteLayout
        chrome={{ ...chrome, ...slots }}
        messages={messages}
        bar={<button type="button">Sign out</button>}
        isLanding
      >
        Words
      </SiteLayout>,
    )
    expect(screen.getByRole('banner').textContent).toBe('Sign out')
    expect(screen.getAllByRole('button')).toHaveLength(1)
  },
)
