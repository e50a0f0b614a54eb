import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getRecentSearches, storeSearch } from '@/components/search/recent-searches'
import {
  advanceTime,
  createResponse,
  enterQuery,
  followed,
  getInput,
  getLastCall,
  getOptions,
  getSelectedIndex,
  isOpen,
  openSearch,
  press,
  setUpSearch,
  typeText,
} from './open-search'

setUpSearch()

describe('keys in the search dialog', () => {
  test('select with arrows, Home and End, and wrap around', async () => {
    await openSearch()
    await enterQuery('tide', createResponse('a', 'b', 'c'))
    const indexes = [getSelectedIndex()]
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
      await press(key)
      indexes.push(getSelectedIndex())
    }
    expect(indexes).toEqual([0, 1, 2, 0, 2, 0, 2])
    expect(getInput().getAttribute('aria-activedescendant')).toBe(getOptions()[2]?.id)
    await enterQuery('sea', createResponse('d', 'e'))
    expect(getSelectedIndex()).toBe(0)
  })

  test('open the selected result with Enter, close the dialog and store the query', async () => {
    await openSearch()
    await enterQuery('tide', createResponse('a', 'b'))
    await press('ArrowDown')
    await press('Enter')
    expect(followed).toEqual(['/b'])
    expect(isOpen()).toBe(false)
    expect(localStorage.getItem('recent-searches')).toBe('["tide"]')
  })

  test('open a new tab with cmd or ctrl and keep the dialog open', async () => {
    await openSearch()
    await enterQuery('tide', createResponse('a'))
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await press('Enter', { metaKey: true })
    expect(opened).toHaveBeenCalledWith(expect.stringMatching(/\/a$/), '_blank', 'noopener')
    expect(isOpen()).toBe(true)
  })

  test('wait for the response if Enter is pressed before it arrives', async () => {
    await openSearch()
    await enterQuery('tide', createResponse('a'))
    await typeText('sea')
    await press('Enter')
    expect([followed, isOpen()]).toEqual([[], true])
    await advanceTime(200)
    await getLastCall().respond(createResponse('b', 'c'))
    expect(followed).toEqual(['/b'])
  })

  test('discard Enter when the query changes', async () => {
    await openSearch()
    await typeText('sea')
    await press('Enter')
    await enterQuery('seal', createResponse('a'))
    expect(isOpen()).toBe(true)
    expect(getOptions()).toHaveLength(1)
  })

  test('select the query with the shortcut and ignore ctrl+k on a Mac', async () => {
    await openSearch()
    await enterQuery('tide', createResponse('a'))
    const pressShortcut = (init: KeyboardEventInit) => fireEvent.keyDown(getInput(), { key: 'k', ...init })
    expect(pressShortcut({ ctrlKey: true })).toBe(false)
    expect([getInput().selectionStart, getInput().selectionEnd]).toEqual([0, 4])
    expect(pressShortcut({ ctrlKey: true, shiftKey: true })).toBe(true)
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
    expect(pressShortcut({ ctrlKey: true })).toBe(true)
    expect(pressShortcut({ metaKey: true })).toBe(false)
    vi.restoreAllMocks()
  })

  test('leave Enter and arrows to an active input method', async () => {
    await openSearch()
    await enterQuery('tide', createResponse('a', 'b'))
    await press('ArrowDown', { isComposing: true })
    expect(getSelectedIndex()).toBe(0)
  })
})

describe('recent searches', () => {
  beforeEach(() => localStorage.setItem('recent-searches', '["tide","sea"]'))

  test('are suggested, repeated and cleared', async () => {
    await openSearch()
    expect(getOptions().map((option) => option.textContent)).toEqual(['tide', 'sea'])
    await press('ArrowDown')
    await press('Enter')
    expect(getInput().value).toBe('sea')
    await typeText('')
    fireEvent.click(screen.getByText('Clear recent searches'))
    expect([getOptions(), localStorage.getItem('recent-searches')]).toEqual([[], null])
  })

  test('are at most six, unique, latest first', () => {
    localStorage.setItem('recent-searches', JSON.stringify(['a', 'b', 'tide', 'd', 'e', 'f']))
    for (const query of ['tide', 'sea']) storeSearch(query)
    expect(getRecentSearches()).toEqual(['sea', 'tide', 'a', 'b', 'd', 'e'])
  })

  test('ignore invalid stored values', async () => {
    localStorage.setItem('recent-searches', '{"a":1}')
    await openSearch()
    expect(getOptions()).toEqual([])
  })
})
