import { act, fireEvent, render, screen } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { describe, expect, test, vi } from 'vitest'
import { SearchButton } from '@/components/search/search-button'
import {
  answer,
  calls,
  input,
  lastCall,
  open,
  options,
  pass,
  result,
  router,
  search,
  setUpSearch,
  type,
} from './opened-search'

setUpSearch()

describe('asking', () => {
  test('says that it is open with a blank question, and asks nothing before there is one', async () => {
    await open()
    expect(calls.map(({ query }) => query)).toEqual([''])
    await type('   ')
    await pass(1000)
    expect(calls).toHaveLength(1)
    expect(options()).toEqual([])
  })

  test('what is typed before the script is there is asked, and stays', async () => {
    render(
      <AppRouterContext value={router}>
        <SearchButton label="Search" />
      </AppRouterContext>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    const field = screen.getByPlaceholderText<HTMLInputElement>('Search')
    fireEvent.input(field, { target: { value: 'tide' } })
    await act(() => vi.dynamicImportSettled())
    expect(calls.map(({ query }) => query)).toEqual(['', 'tide'])
    expect([field.value, input()]).toEqual(['tide', field])
  })

  test('what is pasted is asked at once', async () => {
    await open()
    await type('tide')
    await pass(0)
    expect(lastCall().query).toBe('tide')
  })

  test('what is typed fast is asked no more often than the index bears, and the last of it always', async () => {
    await open()
    for (const query of ['t', 'ti', 'tid', 'tide']) {
      await type(query)
      await pass(30)
    }
    expect(calls.map(({ query }) => query)).toEqual(['', 't'])
    await pass(150)
    expect(calls.map(({ query }) => query)).toEqual(['', 't', 'tide'])
  })

  test('an index elsewhere is asked once a second', async () => {
    await open(1000)
    await type('a')
    await pass(0)
    await type('ab')
    await pass(990)
    expect(lastCall().query).toBe('a')
    await pass(20)
    expect(lastCall().query).toBe('ab')
  })

  test('what is typed slowly is asked each time, and never the text before', async () => {
    await open()
    for (const query of ['t', 'ti', 'tid']) {
      await type(query)
      await pass(400)
      expect(lastCall().query).toBe(query)
    }
  })

  test('that an answer takes long is shown after a moment, and not of one that comes soon', async () => {
    const isLoading = () => document.querySelector('.search-loading') !== null
    await open()
    await type('tide')
    await pass(90)
    expect(isLoading()).toBe(false)
    await pass(20)
    expect(isLoading()).toBe(true)
    await lastCall().answer(answer('a'))
    expect(isLoading()).toBe(false)
  })

  test('an answer counts only while its question stands', async () => {
    await open()
    await type('tide')
    await pass(200)
    const first = lastCall()
    await type('tides')
    expect(first.signal.aborted).toBe(true)
    await first.answer(answer('late'))
    expect(options()).toEqual([])
    await pass(200)
    await lastCall().answer(answer('a'))
    expect(options()).toHaveLength(1)
  })

  test('a blank question clears results and errors, and what is on its way', async () => {
    await open()
    await search('tide', answer('a'))
    await type('tides')
    await pass(200)
    const late = lastCall()
    await type('')
    expect(options()).toEqual([])
    await late.answer(answer('b'))
    expect([options(), screen.queryByText(/result/)]).toEqual([[], null])
  })
})

describe('showing', () => {
  test('results with their marks and nothing else as markup, and how many there are', async () => {
    await open()
    await search('tide', {
      results: [result('a', { section: { title: 'Moon', anchor: 'x' } })],
      total: 1,
      throttle: 150,
    })
    expect(options()[0]?.getAttribute('href')).toBe('/a#x')
    expect(options()[0]?.textContent).toContain('Above')
    expect(options()[0]?.textContent).toContain('Moon')
    expect(options()[0]?.textContent).toContain('the tide & <b>')
    expect(options()[0]?.querySelector('mark')?.textContent).toBe('tide')
    expect(screen.getAllByText('1 result').length).toBeGreaterThan(0)
    await search('sea', answer('a', 'b'))
    expect(screen.getAllByText('2 results').length).toBeGreaterThan(0)
  })

  test('nothing found', async () => {
    await open()
    await search('zeppelin', answer())
    expect(screen.getByText('No results')).toBeTruthy()
    expect(screen.getByText('Try different search terms')).toBeTruthy()
  })

  test.each([
    ['an error', { error: 'no' }, 200],
    ['an error’s id', { errorId: 'x', results: [], total: 0 }, 200],
    ['too many', answer('a'), 429],
    ['no answer', 'nonsense', 200],
    ['none at all', null, 500],
  ])('%s is a failure', async (_, value, status) => {
    await open()
    await search('tide', value, status)
    expect(screen.getByText('Search error')).toBeTruthy()
    expect(options()).toEqual([])
    await search('tides', answer('a'))
    expect(screen.queryByText('Search error')).toBeNull()
  })

  test('results without a title are dropped, and of one page the best is shown', async () => {
    await open()
    const results = [result('a'), result('b', { title: ' ' }), result('a', { title: 'Again' }), result('c'), null]
    await search('tide', { results, total: 5, throttle: 150 })
    expect(options().map((option) => option.id && option.getAttribute('href'))).toEqual(['/a', '/c'])
    expect(screen.getAllByText('2 results').length).toBeGreaterThan(0)
  })

  test('an address that leads elsewhere is no result', async () => {
    await open()
    const results = ['javascript:alert(1)', '//evil.example', 'https://evil.example', '/\\evil.example']
    await search('x', { results: results.map((path, id) => result(String(id), { path })), total: 4, throttle: 150 })
    expect(options()).toEqual([])
  })
})

test('in another language, its words are that language’s', async () => {
  document.documentElement.lang = 'zh-CN'
  await open()
  await search('x', answer())
  expect(screen.getByText('没有结果')).toBeTruthy()
})
