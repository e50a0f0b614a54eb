import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PageEnd } from '@/components/content/page-end'

afterEach(cleanup)

test('lists the posts of a series in their order, with a mark at the current one', () => {
  const links = [
    { path: '/one', title: 'One' },
    { path: '/two', title: 'Two', isCurrent: true },
  ]
  render(<PageEnd label="Read on" turns={[]} lists={[{ title: 'Series: Tides', links, isSeries: true }]} />)
  const list = screen.getByRole('list')
  expect([list.tagName, list.textContent]).toEqual(['OL', 'OneTwo'])
  expect(screen.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/two')
})
