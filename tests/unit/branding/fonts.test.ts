import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { READING_FONT } from '@/lib/branding/fonts'

/** Returns the font families of the site in a variable of the style sheet. */
function findFamilies(variable: string): string[] {
  const [, list = ''] = new RegExp(`${variable}: (.*);`).exec(readFileSync('styles/tokens.css', 'utf8')) ?? []
  return [...list.matchAll(/"(Colophon [^"]+)"/g)].map(([, family = '']) => family)
}

test('the style sheets contain the families of the reading font', () => {
  const { family, latin, alphabets } = READING_FONT
  expect(findFamilies('--font-body')).toEqual([family, latin])
  expect(findFamilies('--font-alphabets')).toEqual([alphabets])
  const rules = readFileSync('styles/fonts/reading.css', 'utf8').matchAll(/font-family: "([^"]+)"/g)
  expect([...new Set([...rules].map(([, name]) => name))].sort()).toEqual([family, latin, alphabets].sort())
})
