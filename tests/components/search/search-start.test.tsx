import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { storeSearch } from '@/components/search/recent-searches'
import {
  calls,
  createResponse,
  enterQuery,
  followed,
  getInput,
  getLastCall,
  getOptions,
  getSelectedIndex,
  isOpen,
  openDialog,
  press,
  setUpSearch,
  typeText,
} from './open-search'

setUpSearch()

const createPage = (id: string, more: object = {}) => ({
  id,
  title: `Page ${id}`,
  path: `/${id}`,
  ancestors: ['Above'],
  ...more,
})

/** Opens the dialog and responds to its warm-up query. */
async function openWith(start: unknown) {
  await openDialog()
  await getLastCall().respond({ results: [], total: 0, throttle: 150, start })
}

test('suggests recent searches, sections and the newest pages before a query, in this order', async () => {
  storeSearch('tide')
  await openWith({ sections: [createPage('a')], newest: [createPage('b'), createPage('c')] })
  expect(getOptions().map((option) => option.getAttribute('href') ?? option.textContent)).toEqual([
    'tide',
    '/a',
    '/b',
    '/c',
  ])
  const sizes = screen.getAllByRole('group').map((group) => within(group).getAllByRole('option').length)
  expect(sizes).toEqual([1, 1, 2])
  expect(within(screen.getByRole('group', { name: 'Recent searches' })).getAllByRole('option')).toHaveLength(1)
  expect(within(screen.getByRole('group', { name: 'Newest pages' })).getAllByRole('option')).toHaveLength(2)
  const indexes = [getSelectedIndex()]
  for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowDown']) {
    await press(key)
    indexes.push(getSelectedIndex())
  }
  expect(indexes).toEqual([0, 1, 2, 3, 0])
  expect(getInput().getAttribute('aria-activedescendant')).toBe(getOptions()[0]?.id)
})

test('opens a suggested page without storing a query', async () => {
  await openWith({ sections: [createPage('a')], newest: [] })
  expect(screen.queryByRole('group', { name: 'Newest pages' })).toBeNull()
  await press('Enter')
  expect(followed).toEqual(['/a'])
  expect([isOpen(), localStorage.getItem('recent-searches')]).toEqual([false, null])
})

test('replaces suggestions by results, and shows them again without a query', async () => {
  await openWith({ sections: [createPage('a')], newest: [] })
  await enterQuery('tide', createResponse('x', 'y'))
  expect(getOptions()).toHaveLength(2)
  await typeText('')
  expect(getOptions().map((option) => option.getAttribute('href'))).toEqual(['/a'])
})

test.each([
  [
    'a page of another site',
    { sections: [createPage('a', { path: 'https://evil.example' })], newest: [createPage('b', { path: '//x' })] },
  ],
  ['no page', { sections: [null, 1, {}, createPage('a', { title: ' ' })], newest: 'none' }],
  ['no list', 'nonsense'],
])('does not suggest %s', async (_, start) => {
  await openWith(start)
  expect(getOptions()).toEqual([])
})

test('limits the search to the section in the sidebar', async () => {
  document.body.insertAdjacentHTML('beforeend', '<nav class="sidebar" data-section="42" data-title="Boats"></nav>')
  onTestFinished(() => document.querySelector('.sidebar')?.remove())
  await openWith({ sections: [], newest: [] })
  await typeText('tide')
  expect(getLastCall()).not.toHaveProperty('ancestorId')
  await getLastCall().respond({ ...createResponse('a'), total: 60 })
  expect(screen.queryByText('Show all')).not.toBeNull()
  await act(async () => void fireEvent.click(screen.getByRole('checkbox', { name: 'Only in “Boats”' })))
  const limited = calls.findLast(({ query }) => query === 'tide')
  expect(limited).toMatchObject({ ancestorId: '42', limit: 50 })
  await limited?.respond({ ...createResponse('b'), total: 60 })
  expect(getOptions().map((option) => option.getAttribute('href'))).toEqual(['/b'])
  expect(screen.queryByText('Show all')).toBeNull()
})

test('shows no section filter on a page without a section', async () => {
  await openWith({ sections: [], newest: [] })
  expect(screen.queryByRole('checkbox')).toBeNull()
})
