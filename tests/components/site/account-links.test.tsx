import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AccountLinks } from '@/components/site/account-links'
import { getSiteMessages } from '@/messages/languages'

test.each([
  ['/', '/members'],
  ['/journal', '/members/journal'],
  ['/tags/sea', '/members/tags/sea'],
  ['/searching', '/members/searching'],
  ['/search', '/members'],
  ['/rows/0a1b2c3d/2', '/members'],
  ['/rows/0a1b2c3d/2/journal', '/members/journal'],
])('on %s, the links of members and the return address of sign-in lead to %s', (current, inside) => {
  const html = renderToStaticMarkup(<AccountLinks current={current} messages={getSiteMessages('en')} />)
  expect(html).toContain(`href="${inside}"`)
  expect(html).toContain(`redirect_url=${encodeURIComponent(inside)}"`)
})
