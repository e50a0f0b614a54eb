import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { switchSingleKeys } from '@/components/search/shortcut'
import { mountSearch } from '@/islands/site/search'

beforeAll(mountSearch)
beforeEach(() => {
  document.documentElement.lang = 'en'
  localStorage.clear()
})
afterEach(() => {
  act(() => document.querySelector('dialog')?.close())
  cleanup()
  vi.restoreAllMocks()
})

const findSheet = () => screen.queryByRole('dialog', { name: 'Keys' })
const getChoice = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Use the keys ? and /' })
const press = async (key: string, from: Element = document.body) => {
  await act(async () => {
    fireEvent.keyDown(from, { key })
    await vi.dynamicImportSettled()
  })
}
const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))

test('the ? key opens the sheet unless it is disabled', async () => {
  await press('?')
  expect(getChoice().checked).toBe(true)
  fireEvent.click(getChoice())
  close()
  expect(findSheet()).toBeNull()
  await press('?')
  expect(findSheet()).toBeNull()

  // A new document, such as another tab.
  await press('?')
  expect(findSheet()).toBeNull()
  localStorage.clear()
  await press('?')
  expect(findSheet()).not.toBeNull()
})

test('without storage, the setting is kept for the document', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Forbidden', 'SecurityError')
  })
  await press('?')
  fireEvent.click(getChoice())
  close()
  await press('?')
  expect(findSheet()).toBeNull()
  switchSingleKeys(true)
  await press('?')
  expect(getChoice().checked).toBe(true)
})
