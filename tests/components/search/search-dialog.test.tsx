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

describe('a search query', () => {
  test('is sent as a blank warm-up query when the dialog opens, and then only if it is not blank', async () => {
    await open()
    expect(calls.map(({ query }) => query)).toEqual([''])
    await type('   ')
    await pass(1000)
    expect(calls).toHaveLength(1)
    expect(options()).toEqual([])
  })

  test('that is typed before the script is loaded is kept and sent', async () => {
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

  test('that is pasted is sent at once', async () => {
    await open()
    await type('tide')
    await pass(0)
    expect(lastCall().query).toBe('tide')
  })

  test('that is typed fast is throttled as configured by the server, and its last state is always sent', async () => {
    await open()
    for (const query of ['t', 'ti', 'tid', 'tide']) {
      await type(query)
      await pass(30)
    }
    expect(calls.map(({ query }) => query)).toEqual(['', 't'])
    await pass(150)
    expect(calls.map(({ query }) => query)).toEqual(['', 't', 'tide'])
  })

  test('is sent at most once per second if the server throttles to one second', async () => {
    await open(1000)
    await type('a')
    await pass(0)
    await type('ab')
    await pass(990)
    expect(lastCall().query).toBe('a')
    await pass(20)
    expect(lastCall().query).toBe('ab')
  })

  test('that is typed slowly is sent on each change', async () => {
    await open()
    for (const query of ['t', 'ti', 'tid']) {
      await type(query)
      await pass(400)
      expect(lastCall().query).toBe(query)
    }
  })

  test('shows the loading indicator after a delay, and not for a fast response', async () => {
    const isLoading = () => document.querySelector('.search-loading') !== null
    await open()
    await type('tide')
    await pass(90)
    expect(isLoading()).toBe(false)
    await pass(20)
    expect(isLoading()).toBe(true)
    await lastCall().respond(answer('a'))
    expect(isLoading()).toBe(false)
  })

  test('ignores responses to previous queries', async () => {
    await open()
    await type('tide')
    await pass(200)
    const first = lastCall()
    await type('tides')
    expect(first.signal.aborted).toBe(true)
    await first.respond(answer('late'))
    expect(options()).toEqual([])
    await pass(200)
    await lastCall().respond(answer('a'))
    expect(options()).toHaveLength(1)
  })

  test('clears results, errors and pending requests when it is blank', async () => {
    await open()
    await search('tide', answer('a'))
    await type('tides')
    await pass(200)
    const late = lastCall()
    await type('')
    expect(options()).toEqual([])
    await late.respond(answer('b'))
    expect([options(), screen.queryByText(/result/)]).toEqual([[], null])
  })
})

describe('search results', () => {
  test('contain marks as their only markup, and their number is shown', async () => {
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

  test('show a message if there are none', async () => {
    await open()
    await search('zeppelin', answer())
    expect(screen.getByText('No results')).toBeTruthy()
    expect(screen.getByText('Try different search terms')).toBeTruthy()
  })

  test.each([
    ['an error', { error: 'no' }, 200],
    ['an error id', { errorId: 'x', results: [], total: 0 }, 200],
    ['too many requests', answer('a'), 429],
    ['invalid JSON', 'nonsense', 200],
    ['an empty response', null, 500],
  ])('%s shows an error', async (_, value, status) => {
    await open()
    await search('tide', value, status)
    expect(screen.getByText('Search error')).toBeTruthy()
    expect(options()).toEqual([])
    await search('tides', answer('a'))
    expect(screen.queryByText('Search error')).toBeNull()
  })

  test('exclude results without a title, and contain each page once', async () => {
    await open()
    const results = [result('a'), result('b', { title: ' ' }), result('a', { title: 'Again' }), result('c'), null]
    await search('tide', { results, total: 5, throttle: 150 })
    expect(options().map((option) => option.id && option.getAttribute('href'))).toEqual(['/a', '/c'])
    expect(screen.getAllByText('2 results').length).toBeGreaterThan(0)
  })

  test('exclude URLs of other sites', async () => {
    await open()
    const results = ['javascript:alert(1)', '//evil.example', 'https://evil.example', '/\\evil.example']
    await search('x', { results: results.map((path, id) => result(String(id), { path })), total: 4, throttle: 150 })
    expect(options()).toEqual([])
  })
})

test('uses the language of the document', async () => {
  document.documentElement.lang = 'zh-CN'
  await open()
  await search('x', answer())
  expect(screen.getByText('没有结果')).toBeTruthy()
})
