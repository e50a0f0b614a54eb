import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AccountBar } from '@/components/slots/account-bar'

afterEach(cleanup)

const bar = (
  <AccountBar>
    <button type="button">Sign out</button>
  </AccountBar>
)

test('the account of a member is in the place that a header of the site folder has for it', () => {
  render(
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as a header of the site folder */}
      <div dangerouslySetInnerHTML={{ __html: '<header><div data-account></div></header>' }} />
      {bar}
    </>,
  )
  expect(screen.getByRole('button').closest('header')).not.toBeNull()
})

test('without a place for it, it follows the header', () => {
  render(bar)
  expect(screen.getByRole('button').textContent).toBe('Sign out')
})
