import { expect, test } from 'vitest'
import { readResponse } from '@/components/search/read-response'

const createHit = (id: string, text: string) => ({
  id,
  title: 'Tides',
  path: '/tides',
  ancestors: [],
  highlight: { text },
})

test('keeps the first of several results of a page and counts it once', () => {
  const response = readResponse({ results: [createHit('a', 'best'), createHit('a', 'worse')], total: 7, throttle: 150 })
  expect(response?.results.map(({ highlight }) => highlight.text)).toEqual(['best'])
  expect([response?.total, response?.throttle]).toEqual([6, 150])
})

test('throttles to one second if the response has no throttle', () => {
  expect(readResponse({ results: [] })).toEqual({ results: [], total: 0, throttle: 1000 })
})
