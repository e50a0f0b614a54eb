import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getRecentSearches, storeSearch } from '@/components/search/recent-searches'
import {
  answer,
  chosen,
  input,
  isOpen,
  lastCall,
  open,
  options,
  pass,
  press,
  router,
  search,
  setUpSearch,
  type,
} from './opened-search'

setUpSearch()

describe('keys in the search dialog', () => {
  test('select with arrows, Home and End, and wrap around', async () => {
    await open()
    await search('tide', answer('a', 'b', 'c'))
    const seen = [chosen()]
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
      await press(key)
      seen.push(chosen())
    }
    expect(seen).toEqual([0, 1, 2, 0, 2, 0, 2])
    expect(input().getAttribute('aria-activedescendant')).toBe(options()[2]?.id)
    await search('sea', answer('d', 'e'))
    expect(chosen()).toBe(0)
  })

  test('open the selected result with Enter, close the dialog and store the query', async () => {
    await open()
    await search('tide', answer('a', 'b'))
    await press('ArrowDown')
    await press('Enter')
    expect(router.push).toHaveBeenLastCalledWith('/b')
    expect(isOpen()).toBe(false)
    expect(localStorage.getItem('recent-searches')).toBe('["tide"]')
  })

  test('open a new tab with cmd or ctrl and keep the dialog open', async () => {
    await open()
    await search('tide', answer('a'))
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await press('Enter', { metaKey: true })
    expect(opened).toHaveBeenCalledWith(expect.stringMatching(/\/a$/), '_blank', 'noopener')
    expect(isOpen()).toBe(true)
  })

  test('wait for the response if Enter is pressed before it arrives', async () => {
    await open()
    await search('tide', answer('a'))
    router.push.mockClear()
    await type('sea')
    await press('Enter')
    expect([router.push.mock.calls, isOpen()]).toEqual([[], true])
    await pass(200)
    await lastCall().respond(answer('b', 'c'))
    expect(router.push.mock.calls).toEqual([['/b']])
  })

  test('discard Enter when the query changes', async () => {
    await open()
    await type('sea')
    await press('Enter')
    await search('seal', answer('a'))
    expect(isOpen()).toBe(true)
    expect(options()).toHaveLength(1)
  })

  test('load a new document between the public site and the members’ site', async () => {
    await open()
    await search('tide', answer('members/a', 'b'))
    router.push.mockClear()
    router.prefetch.mockClear()
    for (const option of options()) fireEvent.pointerEnter(option)
    expect(router.prefetch.mock.calls).toEqual([['/b']])
    const clicked = vi.fn((event: Event) => event.preventDefault())
    window.addEventListener('click', clicked, { once: true })
    await press('Enter')
    expect(clicked).toHaveBeenCalledOnce()
    expect(router.push).not.toHaveBeenCalled()
  })

  test('select the query with the shortcut and ignore ctrl+k on a Mac', async () => {
    await open()
    await search('tide', answer('a'))
    const pressed = (init: KeyboardEventInit) => fireEvent.keyDown(input(), { key: 'k', ...init })
    expect(pressed({ ctrlKey: true })).toBe(false)
    expect([input().selectionStart, input().selectionEnd]).toEqual([0, 4])
    expect(pressed({ ctrlKey: true, shiftKey: true })).toBe(true)
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
    expect(pressed({ ctrlKey: true })).toBe(true)
    expect(pressed({ metaKey: true })).toBe(false)
    vi.restoreAllMocks()
  })

  test('leave Enter and arrows to an active input method', async () => {
    await open()
    await search('tide', answer('a', 'b'))
    await press('ArrowDown', { isComposing: true })
    expect(chosen()).toBe(0)
  })
})

describe('recent searches', () => {
  beforeEach(() => localStorage.setItem('recent-searches', '["tide","sea"]'))

  test('are suggested, repeated and cleared', async () => {
    await open()
    expect(options().map((option) => option.textContent)).toEqual(['tide', 'sea'])
    await press('ArrowDown')
    await press('Enter')
    expect(input().value).toBe('sea')
    await type('')
    fireEvent.click(screen.getByText('Clear recent searches'))
    expect([options(), localStorage.getItem('recent-searches')]).toEqual([[], null])
  })

  test('are at most six, unique, latest first', () => {
    localStorage.setItem('recent-searches', JSON.stringify(['a', 'b', 'tide', 'd', 'e', 'f']))
    for (const query of ['tide', 'sea']) storeSearch(query)
    expect(getRecentSearches()).toEqual(['sea', 'tide', 'a', 'b', 'd', 'e'])
  })

  test('ignore invalid stored values', async () => {
    localStorage.setItem('recent-searches', '{"a":1}')
    await open()
    expect(options()).toEqual([])
  })
})
