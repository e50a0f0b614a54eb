import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findPublicFile, listPublicFiles, listRefusedFiles } from '@/lib/site-folder/public-files'
import { writeSiteFolder } from '../../support/site-folder'

const dir = writeSiteFolder({
  'site.json': '{}',
  'public/ads.txt': '',
  'public/a b.png': '',
  'public/.hidden.txt': '',
  'public/.well-known/security.txt': '',
  'public/favicon.ico': '',
  'public/robots.txt': '',
  'public/verify.html': '',
  'fonts/own.woff2': '',
  'fonts/more/Own Font.woff2': '',
  'fonts/license.txt': '',
})
const theme = writeSiteFolder({ 'public/ads.txt': '', 'public/theme.png': '' })
const find = (pathname: string) => findPublicFile(pathname, [dir, theme])

test.each([
  ['/ads.txt', 'public/ads.txt'],
  ['/a%20b.png', 'public/a b.png'],
  ['/.well-known/security.txt', 'public/.well-known/security.txt'],
  ['/favicon.ico', 'public/favicon.ico'],
  ['/verify.html', 'public/verify.html'],
  ['/fonts/own.woff2', 'fonts/own.woff2'],
  ['/fonts/more/Own%20Font.woff2', 'fonts/more/Own Font.woff2'],
])('finds %s', (pathname, file) => {
  expect(find(pathname)).toBe(path.join(dir, file))
})

test('finds files of the theme', () => {
  expect(find('/theme.png')).toBe(path.join(theme, 'public/theme.png'))
})

test('an address that no file can have is none', () => {
  expect(find(`/${'a'.repeat(300)}.txt`)).toBeUndefined()
  expect(find('/favicon.ico/below.txt')).toBeUndefined()
})

test.each([
  '/visits.js',
  '/icon.svg',
  '/guide.md',
  '/guide.epub',
  '/zh/feed.xml',
  '/zh/tags/sea/feed.json',
  '/llms-full-2.txt',
])('%s is an address of the site', (pathname) => {
  const other = writeSiteFolder({ [`public${pathname}`]: '' })
  expect(findPublicFile(pathname, [other])).toBeUndefined()
  expect(listRefusedFiles(other)).toHaveLength(1)
})

test.each([
  '/robots.txt',
  '/.hidden.txt',
  '/fonts/license.txt',
  '/site.json',
  '/../site.json',
  '/..%2Fsite.json',
  '/public/ads.txt',
  '/%zz.txt',
  '/missing.png',
  '/',
])('does not find %s', (pathname) => {
  expect(find(pathname)).toBeUndefined()
})

test('links lead to files of the folder only', () => {
  const other = writeSiteFolder({ 'public/ads.txt': '', 'pictures/sea.png': '', 'fonts/text.woff2': '' })
  const outside = writeSiteFolder({ 'notes.txt': '', 'own.woff2': '' })
  const link = (target: string, name: string) => symlinkSync(target, path.join(other, name))
  link('../pictures/sea.png', 'public/sea.png')
  link(path.join(outside, 'notes.txt'), 'public/notes.txt')
  link(outside, 'public/shared')
  link(path.join(outside, 'own.woff2'), 'fonts/own.woff2')
  link('../none.txt', 'public/broken.txt')
  expect(findPublicFile('/sea.png', [other])).toBe(path.join(other, 'public/sea.png'))
  for (const pathname of ['/notes.txt', '/shared/notes.txt', '/fonts/own.woff2', '/broken.txt']) {
    expect(findPublicFile(pathname, [other]), pathname).toBeUndefined()
  }
  expect(listPublicFiles([other]).sort()).toEqual(['/ads.txt', '/fonts/text.woff2', '/sea.png'])
  const name = (file: string) => path.join(path.relative('', other), file)
  expect(listRefusedFiles(other).sort()).toEqual(
    ['fonts/own.woff2', 'public/notes.txt', 'public/shared'].map(
      (file) => `${name(file)} is outside of the site folder: put the file there in place of the link`,
    ),
  )
})

test('a folder in the folder that is a link elsewhere is refused once', () => {
  const other = writeSiteFolder({})
  symlinkSync(writeSiteFolder({ 'a.txt': '', 'b.txt': '' }), path.join(other, 'public'))
  expect(listRefusedFiles(other)).toHaveLength(1)
})

test('a folder that is a link itself has its files', () => {
  const other = path.join(writeSiteFolder({}), 'site')
  symlinkSync(dir, other)
  expect(findPublicFile('/ads.txt', [other])).toBe(path.join(other, 'public/ads.txt'))
})

test('lists each address once', () => {
  expect(listPublicFiles([dir, theme]).sort()).toEqual([
    '/.well-known/security.txt',
    '/a%20b.png',
    '/ads.txt',
    '/favicon.ico',
    '/fonts/more/Own%20Font.woff2',
    '/fonts/own.woff2',
    '/theme.png',
    '/verify.html',
  ])
})
