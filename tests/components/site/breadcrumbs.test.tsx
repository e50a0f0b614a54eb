import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Breadcrumbs } from '@/components/site/breadcrumbs'

const home = { path: '/', title: 'The Handbook', icon: '📖' }

afterEach(cleanup)

test('links to the home page and the ancestors, but not to the current page [N-336]', () => {
  render(
    <Breadcrumbs
      label="Where this page is"
      home={home}
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
    ['📖The Handbook', '/'],
    ['Guide', '/guide'],
    ['中文', '/guide/中文'],
  ])
  expect(navigation.textContent).toBe('📖The Handbook/Guide/中文/Publishing')
  expect(navigation.querySelector('[aria-current="page"]')?.textContent).toBe('Publishing')
  expect(navigation.querySelector('[aria-current="page"]')?.tagName).toBe('SPAN')
})

test('marks the home page as the current item without a link', () => {
  render(<Breadcrumbs label="Where this page is" home={home} ancestors={[]} />)
  expect(screen.queryAllByRole('link')).toEqual([])
  expect(document.querySelector('[aria-current="page"]')?.textContent).toBe('📖The Handbook')
})
