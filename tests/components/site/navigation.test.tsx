import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { HeaderBar } from '@/components/site/header-bar'
import { Navigation } from '@/components/site/navigation'
import { arrangeLinks, groupLinks, type NavigationLink } from '@/components/site/navigation-groups'
import { getPageMessages } from '@/messages/languages'
import { serverHtml } from '../page/render'

afterEach(cleanup)

const createLinks = (count: number, title = 'Page') =>
  Array.from({ length: count }, (_, index): NavigationLink => [`/${index}`, `${title} ${index}`])
const arrange = (pages: NavigationLink[]) =>
  arrangeLinks(
    pages.map(([path, title]) => ({ path, title })),
    'en',
  )
const showNavigation = (pages: NavigationLink[], current = '/', section?: string) =>
  render(
    <Navigation lists={arrange(pages)} current={current} section={section} messages={getPageMessages('en').header} />,
  )
/** Returns the titles of the links with a mark, in the row and in the menu. */
const getMarked = (mark: string) =>
  [...document.querySelectorAll(`[aria-current="${mark}"]`)].map((link) => link.textContent)
const isFitting = () => screen.getByRole('navigation', { name: 'Site' }).hasAttribute('data-fits')

test('shows a few short links without a button in a wide header', () => {
  showNavigation(createLinks(6))
  expect(isFitting()).toBe(true)
})

test('shows a button for many or long links', () => {
  showNavigation(createLinks(7))
  expect(isFitting()).toBe(false)
  cleanup()
  showNavigation(createLinks(3, 'A title of more than twenty characters'))
  expect(isFitting()).toBe(false)
})

test('the button opens all links without JavaScript', () => {
  showNavigation(createLinks(30))
  const list = document.querySelector('[popover]')
  expect(screen.getByRole('button').getAttribute('popovertarget')).toBe(list?.id)
  expect(list?.querySelectorAll('a')).toHaveLength(30)
})

test('marks the current page', () => {
  showNavigation(createLinks(3), '/1')
  expect(getMarked('page')).toEqual(['Page 1', 'Page 1'])
})

test('marks the section of a page below a link', () => {
  showNavigation(createLinks(3), '/2/below', '/2')
  expect(getMarked('true')).toEqual(['Page 2', 'Page 2'])
  expect(getMarked('page')).toEqual([])
})

test('keeps its row of links beside the menu, which contains all', () => {
  showNavigation(createLinks(40))
  expect(document.querySelectorAll('nav > ul a')).toHaveLength(12)
  expect(document.querySelectorAll('[popover] a')).toHaveLength(40)
})

test('shows menus as buttons in the row, and as groups in the menu of all links', () => {
  const entries = [
    { path: '/a', title: 'Alone' },
    { path: '', title: 'Product', links: [{ path: '/b', title: 'Prices' }] },
  ]
  render(<Navigation lists={arrangeLinks(entries, 'en')} current="/b" messages={getPageMessages('en').header} />)
  const button = screen.getByRole('button', { name: 'Product' })
  const menu = document.getElementById(button.getAttribute('popovertarget') ?? '')
  expect(menu?.textContent).toBe('Prices')
  expect([...document.querySelectorAll('#navigation ul')].map((list) => list.getAttribute('aria-label'))).toEqual([
    null,
    'Product',
  ])
  expect(getMarked('page')).toEqual(['Prices', 'Prices'])
  expect(isFitting()).toBe(true)
})

test('renders nothing without links', () => {
  showNavigation([])
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('keeps the URLs of links with equal titles', () => {
  showNavigation(Array.from({ length: 40 }, (_, index): NavigationLink => [`/${index}`, 'Notes']))
  expect(new Set([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).size).toBe(40)
})

test('hydrates the groups of the server in a browser that orders titles differently', async () => {
  const bar = <HeaderBar start="…" navigation={arrange(createLinks(40))} current="/" messages={getPageMessages('en')} />
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = await serverHtml(bar)
  const sent = [...container.querySelectorAll('li a')].map((link) => link.textContent)
  vi.spyOn(Intl, 'Collator').mockImplementation(function reversed() {
    return { compare: (a: string, b: string) => (a < b ? 1 : -1) } as Intl.Collator
  })
  const errors: unknown[] = []
  render(bar, { container, hydrate: true, onRecoverableError: (error) => errors.push(error) })
  vi.restoreAllMocks()
  expect(errors).toEqual([])
  expect([...container.querySelectorAll('li a')].map((link) => link.textContent)).toEqual(sent)
})

describe('groupLinks', () => {
  const createTitledLinks = (titles: string) =>
    titles.split(' ').map((title, index): NavigationLink => [`/${index}`, title])
  const FIRST = 'z y x w v u t s r q p o'

  test('returns one group without a name for a short list, in the order of the workspace', () => {
    const pages = createTitledLinks(`${FIRST} f e d c b a a`)
    expect(groupLinks(pages, 'en')).toEqual([{ links: pages }])
  })

  test('keeps the first twelve links of a long list and groups the others by initial', () => {
    const pages = createTitledLinks(`${FIRST} beta alpha 🌊apple bread cake apricot art 🚀zoo`)
    const [first, ...others] = groupLinks(pages, 'en')
    expect(first).toEqual({ links: pages.slice(0, 12) })
    expect(others.map(({ name, links }) => [name, links.map(([, title]) => title)])).toEqual([
      ['A', ['alpha', '🌊apple', 'apricot', 'art']],
      ['B – Z', ['beta', 'bread', 'cake', '🚀zoo']],
    ])
  })

  test('puts a thousand links with equal titles into one group', () => {
    const groups = groupLinks(createLinks(1000, 'Same'), 'en')
    expect(groups.map(({ name, links }) => [name, links.length])).toEqual([
      [undefined, 12],
      ['S', 988],
    ])
  })

  test('names a group for titles in any script and without letters', () => {
    const names = groupLinks(createTitledLinks(`${FIRST} 北京 上海 广州 深圳 !!! 𝒳 ٣ ё`), 'zh-CN').map(
      ({ name }) => name,
    )
    expect(names.slice(1).every((name) => name !== undefined && name !== '')).toBe(true)
  })
})
