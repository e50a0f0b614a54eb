import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findTitleFont, listPreloadedFonts, replacesReadingFont } from '@/lib/site-folder/fonts'
import { listFolders, readSiteFolder } from '@/lib/site-folder/read-site-folder'
import { hashText } from '@/lib/site-folder/style-sheet'
import { writeSiteFolder } from '../../support/site-folder'

const rule = (name: string) =>
  `@font-face {\n  font-family: "A";\n  src: url("fonts/${name}.woff2?v=0a1b") format("woff2");\n}\n`

test('the first two fonts of a style sheet are preloaded', () => {
  const css = `@layer theme{\n${rule('text')}${rule('title')}${rule('code')}}`
  expect(listPreloadedFonts(css)).toEqual(['/fonts/text.woff2?v=0a1b', '/fonts/title.woff2?v=0a1b'])
  expect(listPreloadedFonts(`/* ${rule('text')} */`), 'a rule in a comment').toEqual([])
  expect(listPreloadedFonts(rule('text').replace('0a1b', 'missing')), 'a missing file').toEqual([])
  expect(listPreloadedFonts('.page { background: url("fonts/a.woff2?v=1") }')).toEqual([])
})

test('the reading font is not needed if the text has another one', () => {
  expect(replacesReadingFont('@layer site{\n:root { --font-body: "A", serif; }\n}')).toBe(true)
  expect(replacesReadingFont(':root { --font-body: "Colophon Serif", "A"; }')).toBe(false)
  expect(replacesReadingFont(':root { --font-heading: "A"; }')).toBe(false)
})

test.each([
  ['magazine', 'bodoni-moda'],
  ['letter', 'eb-garamond'],
  ['terminal', 'jetbrains-mono'],
  ['docs', undefined],
])('the font of titles of the theme %s is %s', (theme, name) => {
  const { css } = readSiteFolder({ siteDir: undefined, theme })
  const file = name && path.resolve(`themes/${theme}/fonts/${name}.woff2`)
  const expected = file && { file, version: hashText(readFileSync(file)) }
  expect(findTitleFont(css, listFolders({ siteDir: undefined }, theme))).toEqual(expected)
})

test('the site folder names the font of titles above its theme', () => {
  const rule = '@font-face { font-family: Mine; src: url(fonts/bodoni-moda.woff2) }'
  const find = (css: string) => {
    const siteDir = writeSiteFolder({ 'theme.css': `${rule} ${css}`, 'fonts/bodoni-moda.woff2': 'other' })
    const { file } =
      findTitleFont(readSiteFolder({ siteDir, theme: 'magazine' }).css, listFolders({ siteDir }, 'magazine')) ?? {}
    return file && path.relative(siteDir, file)
  }
  expect(find(":root { --font-heading: 'mine', serif }")).toBe('fonts/bodoni-moda.woff2')
  expect(find(':root { --font-body: Mine; --font-heading: var(--font-body) }')).toBe('fonts/bodoni-moda.woff2')
  expect(find(':root { --font-heading: Georgia, Mine }')).toBeUndefined()
})
