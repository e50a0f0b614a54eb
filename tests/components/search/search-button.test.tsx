import { act, cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Highlighted } from '@/components/search/result-body'
import { SearchButton } from '@/components/search/search-button'

afterEach(cleanup)

test('is a link until hydration', () => {
  expect(renderToString(<SearchButton label="Search" />)).toContain('href="/search"')
  render(<SearchButton label="Search" />)
  expect(screen.getByRole('button', { name: 'Search' }).getAttribute('aria-haspopup')).toBe('dialog')
})

test('has the language in the link and in the form of the dialog', () => {
  expect(renderToString(<SearchButton label="Search" language="ar" />)).toContain('href="/search?lang=ar"')
  render(<SearchButton label="Search" language="ar" />)
  act(() => screen.getByRole('button', { name: 'Search' }).click())
  expect(document.querySelector<HTMLInputElement>('dialog [name=lang]')?.value).toBe('ar')
})

test('renders only the marks of the index as markup', () => {
  const { container } = render(
    <Highlighted text={'<mark>a</mark> <img src=x> &lt;i&gt; <mark><b>c</b></mark> &amp;amp;'} />,
  )
  expect(container.innerHTML).toBe(
    '<mark>a</mark> &lt;img src=x&gt; &lt;i&gt; <mark>&lt;b&gt;c&lt;/b&gt;</mark> &amp;amp;',
  )
})

describe('SearchButton', () => {
  const pressShortcut = (init: KeyboardEventInit, target: EventTarget = document.body) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
    act(() => void target.dispatchEvent(event))
    return event.defaultPrevented
  }

  test('opens the search on cmd+k, cmd+p and ctrl+k only', () => {
    render(<SearchButton label="Search" />)
    expect(pressShortcut({ key: 'k', metaKey: true })).toBe(true)
    expect(pressShortcut({ key: 'K', ctrlKey: true })).toBe(true)
    expect(pressShortcut({ key: 'p', metaKey: true })).toBe(true)
    expect(pressShortcut({ key: 'p', ctrlKey: true })).toBe(false)
    expect(pressShortcut({ key: 'k' })).toBe(false)
    expect(pressShortcut({ key: 'k', metaKey: true, shiftKey: true })).toBe(false)
    expect(pressShortcut({ key: 'k', ctrlKey: true, altKey: true })).toBe(false)
  })

  test('ignores ctrl+k on a Mac', () => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
    render(<SearchButton label="Search" />)
    expect(pressShortcut({ key: 'k', ctrlKey: true })).toBe(false)
    expect(pressShortcut({ key: 'k', metaKey: true })).toBe(true)
    vi.restoreAllMocks()
  })

  test('ignores keys in input fields', () => {
    render(
      <>
        <SearchButton label="Search" />
        <input data-testid="field" />
        <textarea data-testid="area" />
      </>,
    )
    for (const id of ['field', 'area'])
      expect(pressShortcut({ key: 'k', metaKey: true }, screen.getByTestId(id))).toBe(false)
  })
})
