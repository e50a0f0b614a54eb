import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { HeaderBar } from '@/components/site/header-bar'
import { mountHeader } from '@/islands/site/header'
import { getPageMessages } from '@/messages/languages'

afterEach(cleanup)

const scrollTo = (top: number) =>
  act(() => {
    window.scrollY = top
    window.dispatchEvent(new Event('scroll'))
  })
const isHidden = () => screen.getByRole('banner').hasAttribute('data-away')

test('hides on scrolling down, returns on scrolling up, and stays at the top', () => {
  window.scrollY = 0
  mountHeader()
  render(<HeaderBar start="…" navigation={{ line: [], groups: [] }} current="/" messages={getPageMessages('en')} />)
  expect(isHidden()).toBe(false)
  scrollTo(300)
  expect(isHidden()).toBe(true)
  scrollTo(295)
  expect(isHidden()).toBe(true)
  scrollTo(280)
  expect(isHidden()).toBe(false)
  scrollTo(400)
  expect(isHidden()).toBe(true)
  // Phones allow scrolling beyond the top edge.
  scrollTo(-40)
  expect(isHidden()).toBe(false)
  scrollTo(10)
  expect(isHidden()).toBe(false)
})
