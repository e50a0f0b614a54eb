import { expect, test } from 'vitest'
import { readResponse } from '@/components/search/read-response'

const hit = (id: string, text: string) => ({ id, title: 'Tides', path: '/tides', ancestors: [], highlight: { text } })

test('keeps the first of several results of a page, and counts it once', () => {
  const answer = readResponse({ results: [hit('a', 'best'), hit('a', 'worse')], total: 7, throttle: 150 })
  expect(answer?.results.map(({ highlight }) => highlight.text)).toEqual(['best'])
  expect([answer?.total, answer?.throttle]).toEqual([6, 150])
})

test('throttles to one second if the response has no throttle', () => {
  expect(readResponse({ results: [] })).toEqual({ results: [], total: 0, throttle: 1000 })
})
