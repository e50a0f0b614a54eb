import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchButton } from '@/components/search/search-button'
import { switchSheetKey } from '@/components/search/shortcut'

beforeEach(() => {
  document.documentElement.lang = 'en'
  localStorage.clear()
  render(<SearchButton label="Search" />)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const sheet = () => screen.queryByRole('dialog', { name: 'Keys' })
const choice = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Use the ? key' })
const press = async (key: string, from: Element = document.body) => {
  fireEvent.keyDown(from, { key })
  await act(() => vi.dynamicImportSettled())
}
const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))

test('the question mark opens the sheet unless it is turned off', async () => {
  await press('?')
  expect(choice().checked).toBe(true)
  fireEvent.click(choice())
  close()
  expect(sheet()).toBeNull()
  await press('?')
  expect(sheet()).toBeNull()

  // Another tab, or another day.
  cleanup()
  render(<SearchButton label="Search" />)
  await press('?')
  expect(sheet()).toBeNull()
  localStorage.clear()
  await press('?')
  expect(sheet()).not.toBeNull()
})

test('without storage the setting lasts as long as the document', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Forbidden', 'SecurityError')
  })
  await press('?')
  fireEvent.click(choice())
  close()
  await press('?')
  expect(sheet()).toBeNull()
  switchSheetKey(true)
  await press('?')
  expect(choice().checked).toBe(true)
})
