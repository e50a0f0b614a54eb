import { expect, test } from 'vitest'
import { NumberReader, NumberWriter } from '@/lib/search/numbers'

const NUMBERS = [0, 1, 56, 57, 58, 1937, 1938, 65_891, 65_892, 2 ** 31, 2 ** 32 + 1, ...Array(5000).keys()]

function write(numbers: number[]): string {
  const writer = new NumberWriter()
  for (const number of numbers) writer.write(number)
  expect(writer.length).toBe(writer.toString().length)
  return writer.toString()
}

test('numbers are read as they were written', () => {
  const reader = new NumberReader(write(NUMBERS))
  expect(NUMBERS.map(() => reader.read())).toEqual(NUMBERS)
  expect(reader.isAtEnd).toBe(true)
})

test('JSON stores them unescaped, and small ones in one character', () => {
  const text = write(NUMBERS)
  expect(JSON.stringify(text)).toHaveLength(text.length + 2)
  expect([write([56]).length, write([57]).length, write([1938]).length]).toEqual([1, 2, 3])
})

test.each([
  ['no more text', ''],
  ['a number that does not end', ']'],
  ['a number without end', '~'.repeat(1000)],
  ['a quotation mark', '"'],
  ['a backslash', '\\'],
  ['another script', '图'],
])('%s is no number', (_, text) => {
  expect(() => new NumberReader(text).read()).toThrow('no number')
})
