import { expect, test } from 'vitest'
import { readAnswer } from '@/components/search/read-answer'

const hit = (id: string, text: string) => ({ id, title: 'Tides', path: '/tides', ancestors: [], highlight: { text } })

test('of several hits of a page the first is shown, and the total counts it once', () => {
  const answer = readAnswer({ results: [hit('a', 'best'), hit('a', 'worse')], total: 7, throttle: 150 })
  expect(answer?.results.map(({ highlight }) => highlight.text)).toEqual(['best'])
  expect([answer?.total, answer?.throttle]).toEqual([6, 150])
})

test('an index that does not say how often it may be asked is asked once a second', () => {
  expect(readAnswer({ results: [] })).toEqual({ results: [], total: 0, throttle: 1000 })
})
