import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Breadcrumbs } from '@/components/site/breadcrumbs'

afterEach(cleanup)

test('links to the ancestors, but not to the current page [N-336]', () => {
  render(
    <Breadcrumbs
      label="Where this page is"
      ancestors={[
        { path: '/guide', title: 'Guide' },
        { path: '/guide/中文', title: '中文' },
      ]}
      current="Publishing"
    />,
  )
  const navigation = screen.getByRole('navigation', { name: 'Where this page is' })
  const links = within(navigation).getAllByRole('link')
  expect(links.map((link) => [link.textContent, decodeURI(link.getAttribute('href') ?? '')])).toEqual([
    ['Guide', '/guide'],
    ['中文', '/guide/中文'],
  ])
  expect(navigation.textContent).toBe('Guide/中文/Publishing')
  expect(navigation.querySelector('[aria-current="page"]')?.textContent).toBe('Publishing')
  expect(navigation.querySelector('[aria-current="page"] a')).toBeNull()
})

test('shows nothing for a page directly below the home page, to which the header links', () => {
  const { container } = render(<Breadcrumbs label="Where this page is" ancestors={[]} current="Publishing" />)
  expect(container.innerHTML).toBe('')
})
