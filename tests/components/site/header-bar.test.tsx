import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { HeaderBar } from '@/components/site/header-bar'

afterEach(cleanup)

const scrollTo = (top: number) =>
  act(() => {
    window.scrollY = top
    window.dispatchEvent(new Event('scroll'))
  })
const isAway = () => screen.getByRole('banner').hasAttribute('data-away')

test('hides on scrolling down, returns on scrolling up, and stays at the top', () => {
  window.scrollY = 0
  render(<HeaderBar breadcrumbs="…" navigation={[]} current="/" />)
  expect(isAway()).toBe(false)
  scrollTo(300)
  expect(isAway()).toBe(true)
  scrollTo(295)
  expect(isAway()).toBe(true)
  scrollTo(280)
  expect(isAway()).toBe(false)
  scrollTo(400)
  expect(isAway()).toBe(true)
  // Pulled over the top edge, as phones allow.
  scrollTo(-40)
  expect(isAway()).toBe(false)
  scrollTo(10)
  expect(isAway()).toBe(false)
})
