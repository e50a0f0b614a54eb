import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getRecentSearches, rememberSearch } from '@/components/search/recent-searches'
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

describe('by keyboard', () => {
  test('arrows, Home and End choose, and the ends are joined', async () => {
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

  test('Enter opens the chosen result, closes the dialog and remembers the question', async () => {
    await open()
    await search('tide', answer('a', 'b'))
    await press('ArrowDown')
    await press('Enter')
    expect(router.push).toHaveBeenLastCalledWith('/b')
    expect(isOpen()).toBe(false)
    expect(localStorage.getItem('recent-searches')).toBe('["tide"]')
  })

  test('with cmd or ctrl it opens in a new tab and the dialog stays', async () => {
    await open()
    await search('tide', answer('a'))
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await press('Enter', { metaKey: true })
    expect(opened).toHaveBeenCalledWith(expect.stringMatching(/\/a$/), '_blank', 'noopener')
    expect(isOpen()).toBe(true)
  })

  test('Enter before the answer is there opens what is found, and not what was found before', async () => {
    await open()
    await search('tide', answer('a'))
    router.push.mockClear()
    await type('sea')
    await press('Enter')
    expect([router.push.mock.calls, isOpen()]).toEqual([[], true])
    await pass(200)
    await lastCall().answer(answer('b', 'c'))
    expect(router.push.mock.calls).toEqual([['/b']])
  })

  test('Enter counts for its question alone', async () => {
    await open()
    await type('sea')
    await press('Enter')
    await search('seal', answer('a'))
    expect(isOpen()).toBe(true)
    expect(options()).toHaveLength(1)
  })

  test('between the public site and the members’, the page is loaded', async () => {
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

  test('the shortcut offers the question to be typed over, and a Mac keeps its own ctrl+k', async () => {
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

  test('while an input method composes, Enter and arrows are its own', async () => {
    await open()
    await search('tide', answer('a', 'b'))
    await press('ArrowDown', { isComposing: true })
    expect(chosen()).toBe(0)
  })
})

describe('former questions', () => {
  beforeEach(() => localStorage.setItem('recent-searches', '["tide","sea"]'))

  test('are offered, asked again and forgotten', async () => {
    await open()
    expect(options().map((option) => option.textContent)).toEqual(['tide', 'sea'])
    await press('ArrowDown')
    await press('Enter')
    expect(input().value).toBe('sea')
    await type('')
    fireEvent.click(screen.getByText('Clear recent searches'))
    expect([options(), localStorage.getItem('recent-searches')]).toEqual([[], null])
  })

  test('are six at most, each once, and the latest comes first', () => {
    localStorage.setItem('recent-searches', JSON.stringify(['a', 'b', 'tide', 'd', 'e', 'f']))
    for (const query of ['tide', 'sea']) rememberSearch(query)
    expect(getRecentSearches()).toEqual(['sea', 'tide', 'a', 'b', 'd', 'e'])
  })

  test('that somebody else wrote there do no harm', async () => {
    localStorage.setItem('recent-searches', '{"a":1}')
    await open()
    expect(options()).toEqual([])
  })
})
