import path from 'node:path'
import { expect, test } from 'vitest'
import { findPublicFile, listHidingFiles, listPublicFiles } from '@/lib/site-folder/public-files'
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
  expect(listHidingFiles(other)).toHaveLength(1)
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
