import { act, cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Highlighted } from '@/components/search/result-body'
import { switchSingleKeys } from '@/components/search/shortcut'
import { createHeadScript } from '@/components/site/head-script'
import { SearchButton } from '@/components/site/header-bar'

beforeAll(() => {
  new Function(createHeadScript(false))()
  window.takeEarlyEvents?.()
})
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  document.querySelector('dialog')?.remove()
  vi.useRealTimers()
  cleanup()
})

const getDialog = () => document.querySelector<HTMLDialogElement>('dialog.search')

test('is a link without script', () => {
  expect(renderToString(<SearchButton label="Search" />)).toContain('<noscript><a class="search-button" href="/search"')
  render(<SearchButton label="Search" />)
  expect(screen.getByRole('button', { name: 'Search' }).getAttribute('aria-haspopup')).toBe('dialog')
})

test('has the language in the link and in the form of the dialog', () => {
  expect(renderToString(<SearchButton label="Search" language="ar" />)).toContain('href="/search?lang=ar"')
  render(<SearchButton label="Search" language="ar" />)
  act(() => screen.getByRole('button', { name: 'Search' }).click())
  expect(document.querySelector<HTMLInputElement>('dialog [name=lang]')?.value).toBe('ar')
  expect(document.querySelector('dialog form')?.getAttribute('action')).toBe('/search')
})

test('opens the search page if the dialog is incomplete after three seconds, and not if it was closed', () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue()
  render(<SearchButton label="Search" />)
  act(() => screen.getByRole('button', { name: 'Search' }).click())
  vi.advanceTimersByTime(2999)
  expect(submit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(submit).toHaveBeenCalledOnce()
  getDialog()?.close()
  act(() => screen.getByRole('button', { name: 'Search' }).click())
  getDialog()?.close()
  vi.advanceTimersByTime(5000)
  expect(submit).toHaveBeenCalledOnce()
  submit.mockRestore()
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
  /** Returns whether a key opens the dialog. */
  const opens = (init: KeyboardEventInit, target: EventTarget = document.body) => {
    getDialog()?.remove()
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
    act(() => void target.dispatchEvent(event))
    expect(getDialog() !== null).toBe(event.defaultPrevented)
    return event.defaultPrevented
  }

  test('opens the search on cmd+k, cmd+p, ctrl+k and / only', () => {
    render(<SearchButton label="Search" />)
    expect(opens({ key: 'k', metaKey: true })).toBe(true)
    expect(opens({ key: 'K', ctrlKey: true })).toBe(true)
    expect(opens({ key: 'p', metaKey: true })).toBe(true)
    expect(opens({ key: '/' })).toBe(true)
    // Where the key is on a German keyboard.
    expect(opens({ key: '/', shiftKey: true })).toBe(true)
    expect(opens({ key: 'p', ctrlKey: true })).toBe(false)
    expect(opens({ key: 'k' })).toBe(false)
    expect(opens({ key: '/', ctrlKey: true })).toBe(false)
    expect(opens({ key: 'k', metaKey: true, shiftKey: true })).toBe(false)
    expect(opens({ key: 'k', ctrlKey: true, altKey: true })).toBe(false)
  })

  test('ignores / if keys without modifiers are off', () => {
    render(<SearchButton label="Search" />)
    switchSingleKeys(false)
    expect(opens({ key: '/' })).toBe(false)
    expect(opens({ key: 'k', metaKey: true })).toBe(true)
    switchSingleKeys(true)
  })

  test('ignores ctrl+k on a Mac', () => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
    render(<SearchButton label="Search" />)
    expect(opens({ key: 'k', ctrlKey: true })).toBe(false)
    expect(opens({ key: 'k', metaKey: true })).toBe(true)
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
    for (const id of ['field', 'area']) expect(opens({ key: 'k', metaKey: true }, screen.getByTestId(id))).toBe(false)
  })
})
