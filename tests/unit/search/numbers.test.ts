import { expect, test } from 'vitest'
import { NumberReader, NumberWriter } from '@/lib/search/numbers'

const NUMBERS = [0, 1, 56, 57, 58, 1937, 1938, 65_891, 65_892, 2 ** 31, 2 ** 32 + 1, ...Array(5000).keys()]

function writeNumbers(numbers: number[]): string {
  const writer = new NumberWriter()
  for (const number of numbers) writer.write(number)
  expect(writer.length).toBe(writer.toString().length)
  return writer.toString()
}

test('NumberReader returns the numbers that NumberWriter wrote', () => {
  const reader = new NumberReader(writeNumbers(NUMBERS))
  expect(NUMBERS.map(() => reader.read())).toEqual(NUMBERS)
  expect(reader.isAtEnd).toBe(true)
})

test('NumberWriter uses characters that JSON does not escape, and one character for small numbers', () => {
  const text = writeNumbers(NUMBERS)
  expect(JSON.stringify(text)).toHaveLength(text.length + 2)
  expect([writeNumbers([56]).length, writeNumbers([57]).length, writeNumbers([1938]).length]).toEqual([1, 2, 3])
})

test.each([
  ['an empty text', ''],
  ['a truncated number', ']'],
  ['a number that is too long', '~'.repeat(1000)],
  ['a quotation mark', '"'],
  ['a backslash', '\\'],
  ['another script', '图'],
])('NumberReader throws for %s', (_, text) => {
  expect(() => new NumberReader(text).read()).toThrow('no number')
})
