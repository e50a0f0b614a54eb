import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  advanceTime,
  calls,
  clickSearchButton,
  createResponse,
  createResult,
  enterQuery,
  getInput,
  getLastCall,
  getOptions,
  openSearch,
  setUpSearch,
  typeText,
} from './open-search'

setUpSearch()

describe('a search query', () => {
  test('is sent as a blank warm-up query when the dialog opens, and then only if it is not blank [N-382]', async () => {
    await openSearch()
    expect(calls.map(({ query }) => query)).toEqual([''])
    await typeText('   ')
    await advanceTime(1000)
    expect(calls).toHaveLength(1)
    expect(getOptions()).toEqual([])
  })

  test('that is typed before the script is loaded is kept and sent', async () => {
    clickSearchButton()
    const field = screen.getByPlaceholderText<HTMLInputElement>('Search')
    fireEvent.input(field, { target: { value: 'tide' } })
    await act(() => vi.dynamicImportSettled())
    expect(calls.map(({ query }) => query)).toEqual(['', 'tide'])
    expect([field.value, getInput()]).toEqual(['tide', field])
  })

  test('that is pasted is sent at once, without the id of an ancestor [N-384]', async () => {
    await openSearch()
    await typeText('tide')
    await advanceTime(0)
    const sent = { signal: expect.anything(), respond: expect.anything() }
    expect(calls).toEqual([
      { ...sent, query: '' },
      { ...sent, query: 'tide' },
    ])
  })

  test('that is typed fast is throttled as configured by the server, and its last state is always sent [N-391]', async () => {
    await openSearch()
    for (const query of ['t', 'ti', 'tid', 'tide']) {
      await typeText(query)
      await advanceTime(30)
    }
    // 120 ms have passed since the first query was sent.
    await advanceTime(29)
    expect(calls.map(({ query }) => query)).toEqual(['', 't'])
    await advanceTime(1)
    expect(calls.map(({ query }) => query)).toEqual(['', 't', 'tide'])
  })

  test.each([
    ['if the server throttles to one second', { throttle: 1000 }],
    ['if the responses name no throttle [N-392]', {}],
  ])('is sent at most once per second %s', async (_, settings) => {
    await openSearch(settings)
    await typeText('a')
    await advanceTime(0)
    await typeText('ab')
    await advanceTime(990)
    expect(getLastCall().query).toBe('a')
    await advanceTime(20)
    expect(getLastCall().query).toBe('ab')
  })

  test('that is typed slowly is sent on each change', async () => {
    await openSearch()
    for (const query of ['t', 'ti', 'tid']) {
      await typeText(query)
      await advanceTime(400)
      expect(getLastCall().query).toBe(query)
    }
  })

  test('shows the loading indicator after a delay, and not for a fast response [N-390]', async () => {
    const isLoading = () => document.querySelector('.search-loading') !== null
    await openSearch()
    await typeText('tide')
    await advanceTime(90)
    expect(isLoading()).toBe(false)
    await advanceTime(20)
    expect(isLoading()).toBe(true)
    await getLastCall().respond(createResponse('a'))
    expect(isLoading()).toBe(false)
  })

  test('ignores responses to previous queries [N-390]', async () => {
    await openSearch()
    await typeText('tide')
    await advanceTime(200)
    const first = getLastCall()
    await typeText('tides')
    expect(first.signal.aborted).toBe(true)
    await first.respond(createResponse('late'))
    expect(getOptions()).toEqual([])
    await advanceTime(200)
    await getLastCall().respond(createResponse('a'))
    expect(getOptions()).toHaveLength(1)
  })

  test('clears results, errors and pending requests when it is blank [N-382]', async () => {
    await openSearch()
    await enterQuery('sea', { error: 'no' })
    expect(screen.getByText('Search error')).toBeTruthy()
    await typeText('  ')
    expect(screen.queryByText('Search error')).toBeNull()
    await enterQuery('tide', createResponse('a'))
    await typeText('tides')
    await advanceTime(200)
    const late = getLastCall()
    await typeText('')
    expect(getOptions()).toEqual([])
    await late.respond(createResponse('b'))
    expect([getOptions(), screen.queryByText(/result/)]).toEqual([[], null])
  })
})

describe('search results', () => {
  test('contain marks as their only markup, and their number is shown [N-378] [N-379]', async () => {
    await openSearch()
    await enterQuery('tide', {
      results: [createResult('a', { section: { title: 'Moon', anchor: 'x' } })],
      total: 1,
      throttle: 150,
    })
    expect(getOptions()[0]?.getAttribute('href')).toBe('/a#x')
    expect(getOptions()[0]?.textContent).toContain('Above')
    expect(getOptions()[0]?.textContent).toContain('Moon')
    expect(getOptions()[0]?.textContent).toContain('the tide & <b>')
    expect(getOptions()[0]?.querySelector('mark')?.textContent).toBe('tide')
    expect(screen.getAllByText('1 result').length).toBeGreaterThan(0)
    await enterQuery('sea', createResponse('a', 'b'))
    expect(screen.getAllByText('2 results').length).toBeGreaterThan(0)
  })

  test('show a message if there are none [N-381]', async () => {
    await openSearch()
    await enterQuery('zeppelin', createResponse())
    expect(screen.getByText('No results')).toBeTruthy()
    expect(screen.getByText('Try different search terms')).toBeTruthy()
  })

  test('link to all results in the language of the page', async () => {
    const getLink = () => screen.getByRole('link', { name: 'Show all' }).getAttribute('href')
    await openSearch()
    await enterQuery('high tide', { ...createResponse('a'), total: 30 })
    expect(getLink()).toBe('/search?q=high%20tide')
    const menu = document.createElement('nav')
    menu.className = 'language-menu'
    menu.innerHTML = '<a aria-current="true" lang="zh-CN"></a>'
    document.body.append(menu)
    onTestFinished(() => menu.remove())
    await enterQuery('tide', { ...createResponse('a'), total: 30 })
    expect(getLink()).toBe('/search?q=tide&lang=zh-CN')
  })

  test.each([
    ['an error with an id [N-385]', { error: 'no', errorId: 'x' }, 200],
    ['an error without an id [N-386]', { error: 'no', results: [], total: 0 }, 200],
    ['an id without an error [N-387]', { errorId: 'x', results: [], total: 0 }, 200],
    ['an error with results [N-388]', { error: 'no', ...createResponse('a') }, 200],
    ['status 500 [N-389]', {}, 500],
    ['status 429', createResponse('a'), 429],
    ['invalid JSON', 'nonsense', 200],
    ['no content', null, 500],
  ])('are replaced by a message after a response with %s', async (_, value, status) => {
    await openSearch()
    await enterQuery('tide', value, status)
    expect(screen.getByText('Search error')).toBeTruthy()
    expect(getOptions()).toEqual([])
    await enterQuery('tides', createResponse('a'))
    expect(screen.queryByText('Search error')).toBeNull()
  })

  test('exclude results without a title, and contain each page once [N-380]', async () => {
    await openSearch()
    const results = [
      createResult('a'),
      createResult('b', { title: ' ' }),
      createResult('a', { title: 'Again' }),
      createResult('c'),
      null,
    ]
    await enterQuery('tide', { results, total: 5, throttle: 150 })
    expect(getOptions().map((option) => option.id && option.getAttribute('href'))).toEqual(['/a', '/c'])
    expect(screen.getAllByText('2 results').length).toBeGreaterThan(0)
  })

  test('exclude URLs of other sites', async () => {
    await openSearch()
    const results = ['javascript:alert(1)', '//evil.example', 'https://evil.example', '/\\evil.example']
    await enterQuery('x', {
      results: results.map((path, id) => createResult(String(id), { path })),
      total: 4,
      throttle: 150,
    })
    expect(getOptions()).toEqual([])
  })
})

test('uses the language of the document', async () => {
  document.documentElement.lang = 'zh-CN'
  await openSearch()
  await enterQuery('x', createResponse())
  expect(screen.getByText('没有结果')).toBeTruthy()
})
