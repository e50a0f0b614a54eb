import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))

test('an image takes in nothing that git keeps out: no settings, no copies of pages', () => {
  const MADE_BY_THE_BUILD = ['next-env.d.ts']
  const kept = linesOf('.dockerignore')
  expect(linesOf('.gitignore').filter((line) => !kept.includes(line) && !MADE_BY_THE_BUILD.includes(line))).toEqual([])
})
