import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Navigation } from '@/components/site/navigation'

afterEach(cleanup)

const links = (count: number, title = 'Page') =>
  Array.from({ length: count }, (_, index) => ({ path: `/${index}`, title: `${title} ${index}` }))
const show = (pages: { path: string; title: string }[], current = '/') =>
  render(<Navigation label="Site" menuLabel="Menu" links={pages} current={current} />)
const fits = () => screen.getByRole('navigation', { name: 'Site' }).hasAttribute('data-fits')

test('a few short links stand side by side', () => {
  show(links(6))
  expect(fits()).toBe(true)
})

test('many links, and long ones, go behind the button', () => {
  show(links(7))
  expect(fits()).toBe(false)
  cleanup()
  show(links(3, 'A title of more than twenty characters'))
  expect(fits()).toBe(false)
})

test('the button opens the list without script', () => {
  show(links(2))
  expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('popovertarget')).toBe(
    document.querySelector('ul[popover]')?.id,
  )
})

test('the current page is marked', () => {
  show(links(3), '/1')
  expect([...document.querySelectorAll('[aria-current="page"]')].map((link) => link.textContent)).toEqual(['Page 1'])
})

test('without links there is no navigation', () => {
  show([])
  expect(screen.queryByRole('navigation')).toBeNull()
})
