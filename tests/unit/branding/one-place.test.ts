import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Colors, the names of the fonts, and the logo. */
const BRANDING = /#[0-9a-f]{6}\b|Colophon (?:Serif|Alphabets)|source-serif-4|icon\.svg/i

test('only lib/branding contains colors, fonts and the logo', () => {
  const files = ['app', 'blocks', 'components', 'islands', 'lib', 'messages', 'server']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
    )
    .filter((file) => /\.tsx?$/.test(file))
  const found = [...files, 'middleware.ts'].filter((file) => BRANDING.test(readFileSync(file, 'utf8')))
  expect(found.filter((file) => !file.startsWith('lib/branding/'))).toEqual([])
  expect(found.length).toBeGreaterThan(2)
})
