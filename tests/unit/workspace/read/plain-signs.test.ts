import { expect, test } from 'vitest'
import { toPlainSigns } from '@/lib/workspace/read/plain-signs'

test.each([
  ['E = mc^2', 'E = mc2'],
  ['\\frac{\\pi}{2} \\le x_1', 'π 2 ≤ x1'],
  ['\\Omega + \\omega \\times \\varsigma\\sigma', 'Ω + ω × ςσ'],
  ['\\begin{array}{cc} a & b \\\\ c & d \\end{array}', 'a b c d'],
  ['\\operatorname{lim}\\,\\left( n \\right)', 'lim ( n )'],
  ['50\\% \\& \\{n\\}', '50% & {n}'],
  ['\\constructor \\unknown', ''],
  ['\\', '\\'],
])('%j becomes %j', (source, signs) => {
  expect(toPlainSigns(source)).toBe(signs)
})
