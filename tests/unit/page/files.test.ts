import { describe, expect, it } from 'vitest'
import { partOf } from '@/lib/page/files'

describe('the part of a file that a range asks for', () => {
  const whole = { start: 0, end: 99, partial: false }
  it.each([
    [null, whole],
    ['bytes=0-', { start: 0, end: 99, partial: true }],
    ['bytes=10-19', { start: 10, end: 19, partial: true }],
    ['bytes=90-500', { start: 90, end: 99, partial: true }],
    ['bytes=-5', { start: 95, end: 99, partial: true }],
    ['bytes=-500', { start: 0, end: 99, partial: true }],
    ['bytes=100-', undefined],
    ['bytes=20-10', undefined],
    ['bytes=-0', undefined],
    ['bytes=0-9,20-29', whole],
    ['bytes=a-b', whole],
    ['pages=1-2', whole],
    ['bytes=-', whole],
  ])('%s', (range, part) => {
    expect(partOf(range, 100)).toEqual(part)
  })
})
