import { describe, expect, it } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { assignPaths, decodePath, isReserved, toPath } from '@/lib/site/paths'
import { Site } from '@/lib/site/site'
import { createId } from '../../support/records'
import { createIndex, sitePage } from '../formats/support'

describe('toPath', () => {
  it.each([
    ['Hello World', 'hello-world'],
    ['Über uns', 'über-uns'],
    ['关于我们', '关于我们'],
    ['Привет, мир!', 'привет-мир'],
    ['مرحبا بالعالم', 'مرحبا-بالعالم'],
    ['docs/Getting Started/', 'docs/getting-started'],
    ['v1.2 notes', 'v12-notes'],
    ['../../etc/passwd', 'etc/passwd'],
    ['🎉', ''],
    ['one - two -- three', 'one-two-three'],
    ['  ', ''],
    ['e\u0301', '\u00e9'],
    ['<script>alert(1)</script>', 'scriptalert1/script'],
    ['⚙\ufe0f Settings', 'settings'],
    ['1\ufe0f\u20e3 First', '1-first'],
    ['👩🏽\u200d💻 Developers', 'developers'],
    ['İstanbul Rehberi', 'istanbul-rehberi'],
    ['I\u0307stanbul', 'istanbul'],
    ['i\u0307stanbul', 'istanbul'],
    ['high\u00a0tide', 'high-tide'],
    ['high\u3000tide', 'high-tide'],
    ['high\u2011tide', 'high-tide'],
    ['hy\u00adphen\u200bation', 'hyphenation'],
    ['می\u200cخواهم', 'میخواهم'],
    ['e\u200d\u0301', 'é'],
    ['\u200b\u2060\ufe0f\u3164\u2800\u{e0067}', ''],
  ])('%s', (text, path) => {
    expect(toPath(text)).toBe(path)
  })
  it('limits a segment to 100 characters without splitting a character', () => {
    expect([...toPath('𠮷'.repeat(500))]).toHaveLength(100)
  })
  it('limits the length of a path with many segments', () => {
    for (const text of ['𠮷/'.repeat(500), `${'𠮷'.repeat(500)}/`.repeat(3), 'a/'.repeat(10_000)]) {
      const path = toPath(text)
      expect(encodeURI(path).length).toBeLessThan(1700)
      expect(path).not.toMatch(/\/$/)
      expect(toPath(path)).toBe(path)
    }
  })
})

describe('decodePath', () => {
  it.each([
    ['/', ''],
    ['/a/b/', 'a/b'],
    ['/%E4%B8%AD', '中'],
    ['/%2Fa%2F', '/a/'],
    ['/%', undefined],
    ['/%E4%B8', undefined],
  ])('%s', (address, path) => expect(decodePath(address)).toBe(path))
})

describe('isReserved', () => {
  it.each([
    '',
    'api',
    'api/search',
    'members',
    'desk',
    'files/x',
    'sign-in',
    'index',
    'handbook/index',
    '404',
    'x-0123456789abcdef0123456789abcdef',
  ])('%j', (path) => {
    expect(isReserved(path)).toBe(true)
  })
  it('returns false for paths that only begin with a reserved word', () => {
    expect(isReserved('apiary')).toBe(false)
    expect(isReserved('docs/api')).toBe(false)
    expect(isReserved('docs/index/a')).toBe(false)
  })
})

describe('assignPaths', () => {
  const assign = (...list: [name: string, preferredPath: string][]) =>
    [...assignPaths(list.map(([name, preferredPath]) => ({ id: createId(name), preferredPath })))].map(
      ([, path]) => path,
    )

  it('gives the first page its requested path and makes the next one unique', () => {
    const short = createId('b').replaceAll('-', '').slice(0, 8)
    expect(assign(['a', 'news'], ['b', 'news'])).toEqual(['news', `news-${short}`])
  })
  it('makes reserved and empty paths unique', () => {
    const shortenId = (name: string) => createId(name).replaceAll('-', '').slice(0, 8)
    expect(assign(['a', 'search'], ['b', ''])).toEqual([`search-${shortenId('a')}`, shortenId('b')])
  })
  it('joins the segments of a path below a route', () => {
    expect(assign(['a', 'unlock/low-water'], ['b', 'search/page'])).toEqual(['unlock-low-water', 'search-page'])
  })
  it('joins the segments of a path that hosts of files lead to the page of a folder', () => {
    expect(assign(['a', 'handbook'], ['b', 'handbook/index'])).toEqual(['handbook', 'handbook-index'])
  })
  it('never assigns a path twice', () => {
    const many = Array.from({ length: 500 }, (_, index): [string, string] => [`page ${index}`, 'same'])
    expect(new Set(assign(...many)).size).toBe(500)
  })
})

it('redirects another Unicode normalization form or an extra slash to the path of the page', () => {
  const page = sitePage('café')
  const site = new Site(createIndex([page], { formerPaths: { école: page.id }, gone: { thé: createId('thé') } }))
  for (const path of ['café'.normalize('NFD'), '/café', 'école', 'école'.normalize('NFD')])
    expect(site.resolve(path, PUBLIC), path).toEqual({ kind: 'redirect', path: 'café' })
  expect(site.resolve('thé'.normalize('NFD'), PUBLIC)).toEqual({ kind: 'gone' })
})
