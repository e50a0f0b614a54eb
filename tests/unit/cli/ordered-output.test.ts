import { expect, test } from 'vitest'
import { OrderedOutput } from '@/cli/lib/ordered-output'

test('OrderedOutput prints concurrent parts in order, and streams the first part', () => {
  let printed = ''
  const output = new OrderedOutput({ write: (text) => (printed += text) })
  const [first, second, third] = [output.open(), output.open(), output.open()]
  second.write('b1 ')
  first.write('a1 ')
  expect(printed).toBe('a1 ')
  third.write('c1 ')
  third.close()
  first.close()
  expect(printed).toBe('a1 b1 ')
  second.write('b2 ')
  second.close()
  expect(printed).toBe('a1 b1 b2 c1 ')
})
