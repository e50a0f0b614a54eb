import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findScriptPackage, IMAGE_PACKAGES } from '@/lib/branding/image-fonts'

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

test('every installed family of Noto is a font of images', () => {
  const installed = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.includes('/noto-'))
  expect(IMAGE_PACKAGES).toEqual(expect.arrayContaining(installed))
  expect(installed.filter((name) => !existsSync(`node_modules/${name}/files`))).toEqual([])
})

test.each([
  ['ф', undefined],
  ['த', '@fontsource-variable/noto-sans-tamil'],
  ['བ', '@fontsource-variable/noto-serif-tibetan'],
  ['排', '@fontsource-variable/noto-sans-sc'],
  ['ꡀ', '@fontsource/noto-sans-phagspa'],
  ['\u{10A80}', '@fontsource/noto-sans-old-north-arabian'],
  ['★', undefined],
])('findScriptPackage returns the package for the script of %s', (character, name) => {
  expect(findScriptPackage(character)).toBe(name)
})
