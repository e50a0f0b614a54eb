import { cpSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { listThemes, readSiteFolder } from '@/lib/site-folder/read-site-folder'
import { writeSiteFolder } from '../../support/site-folder'

/** Returns the problems of a folder, without the path of the folder. */
function findProblems(files: Record<string, string>, theme?: string): string[] {
  const siteDir = writeSiteFolder(files)
  return readSiteFolder({ siteDir, theme }).problems.map((each) => each.replace(path.relative('', siteDir), 'site'))
}

test('without a folder and a theme, nothing is read', () => {
  expect(readSiteFolder({})).toEqual({
    version: '',
    settings: {},
    css: '',
    palette: {},
    icons: {},
    messages: {},
    problems: [],
  })
})

test('an empty folder changes no version', () => {
  expect(readSiteFolder({ siteDir: writeSiteFolder({}) }).version).toBe('')
})

test('the folder of the command `site:new` has no problems and changes nothing', () => {
  const siteDir = mkdtempSync(path.join(tmpdir(), 'colophon-site-'))
  cpSync('cli/site-template', siteDir, { recursive: true })
  const { problems, settings, css, messages, head } = readSiteFolder({ siteDir })
  expect({ problems, settings, css, messages, head }).toEqual({
    problems: [],
    css: '',
    settings: {},
    messages: { en: {} },
    head: { links: [], metas: [], scripts: [], origins: {} },
  })
})

describe('the version', () => {
  const read = (files: Record<string, string | Buffer>) => readSiteFolder({ siteDir: writeSiteFolder(files) }).version

  test.each([
    ['theme.css', 'p { color: red }', 'p { color: blue }'],
    ['site.json', '{"madeWith": false}', '{"madeWith": true}'],
    ['head.json', '{"metas": [{"name": "a", "content": "b"}]}', '{"metas": [{"name": "a", "content": "c"}]}'],
    ['messages/en.json', '{"site.madeWith": "A"}', '{"site.madeWith": "B"}'],
  ])('changes with %s', (file, one, other) => {
    expect(read({ [file]: one })).not.toBe(read({ [file]: other }))
    expect(read({ [file]: one })).toBe(read({ [file]: one }))
  })

  test('changes with a font that the style sheet names', () => {
    const css = 'p { background: url("fonts/own.woff2") }'
    const version = (font: string) => read({ 'theme.css': css, 'fonts/own.woff2': font })
    expect(version('wOF2 one')).not.toBe(version('wOF2 two'))
  })
})

test('icons are those of `public`', () => {
  const siteDir = writeSiteFolder({
    'public/favicon.svg': '',
    'public/favicon.ico': '',
    'public/apple-touch-icon.png': '',
  })
  const { icons, version } = readSiteFolder({ siteDir })
  expect(icons).toEqual({ icon: '/favicon.svg', touch: '/apple-touch-icon.png' })
  expect(version).not.toBe('')
})

describe('the style sheet', () => {
  test('is in a layer above that of the design, and names versions of its files', () => {
    const siteDir = writeSiteFolder({
      'theme.css': '@font-face { src: url(fonts/own.woff2) format("woff2") } p { background: url("./public/a.png") }',
      'fonts/own.woff2': 'wOF2',
      'public/a.png': 'a',
    })
    const { css } = readSiteFolder({ siteDir })
    expect(css).toMatch(/^@layer design,theme,site;\n@layer site\{\n/)
    expect(css).toMatch(/url\("fonts\/own\.woff2\?v=[0-9a-f]{12}"\) format/)
    expect(css).toMatch(/background: url\("a\.png\?v=[0-9a-f]{12}"\)/)
  })

  test('is sent as it is written, with its comments', () => {
    const css = '@media print { /* later */ } a { content: "/*" } b { color: red } c { content: "*/" }'
    expect(readSiteFolder({ siteDir: writeSiteFolder({ 'theme.css': css }) }).css).toContain(css)
  })

  test('is refused if it is too large', () => {
    expect(findProblems({ 'theme.css': 'p { color: red }\n'.repeat(60_000) })).toEqual([
      'site/theme.css is larger than 1 MB',
    ])
  })
})

describe('mistakes', () => {
  test('a folder that does not exist', () => {
    expect(readSiteFolder({ siteDir: '/nowhere' }).problems).toEqual([
      'SITE_DIR names /nowhere, which is not a folder: npm run site:new creates one',
    ])
  })

  test('links to files elsewhere', () => {
    const siteDir = writeSiteFolder({})
    const other = writeSiteFolder({ 'theme.css': 'p { color: red }' })
    symlinkSync(path.join(other, 'theme.css'), path.join(siteDir, 'theme.css'))
    const { css, problems } = readSiteFolder({ siteDir })
    expect(css).toBe('')
    expect(problems).toEqual([
      `${path.relative('', siteDir)}/theme.css is outside of the site folder: put the file there in place of the link`,
    ])
  })

  test('JSON that is not complete, with the line', () => {
    expect(findProblems({ 'site.json': '{\n  "madeWith": false\n  "width": "wide"\n}' })).toEqual([
      'site/site.json, line 3: a comma is missing',
    ])
  })

  test('settings with wrong values and unknown keys, with their lines', () => {
    const settings = `{
  "madeWit": false,
  "navigation": [
    { "title": "One", "href": "/one" },
    { "title": "Two", "href": "ftp://example.com" },
    { "href": "/three" }
  ]
}`
    expect(findProblems({ 'site.json': settings }).toSorted()).toEqual([
      'site/site.json, line 2: madeWit is no key: did you mean madeWith?',
      'site/site.json, line 5: navigation[1].href must be an address that starts with https://, mailto: or /',
      'site/site.json, line 6: navigation[2].title must be a text of at most 100 characters',
    ])
    expect(findProblems({ 'site.json': '[]' })).toEqual(['site/site.json, line 1: the file must be an object'])
  })

  test('a head with wrong values, with their lines', () => {
    const head = `{
  "scripts": [
    { "src": "javascript:void 0" },
    { "src": "/a.js", "inline": "1" },
    { "src": "/a.js", "strategy": "late", "members": 1, "attributes": { "onload": "a" } }
  ],
  "origins": { "script": ["https://a.example; default-src *"] },
  "metas": [
    { "name": "author", "content": 1 },
    { "content": "a" }, "author", { "name": "a", "contnet": "a", "content": "a" }
  ],
  "links": {},
  "orgins": {}
}`
    expect(findProblems({ 'head.json': head })).toEqual([
      'site/head.json, line 12: links must be a list of links',
      'site/head.json, line 9: metas[0].content must be a text of at most 2048 characters',
      'site/head.json, line 10: metas[1] must have either name or property',
      'site/head.json, line 10: metas[2] must be an object with content, and name or property',
      'site/head.json, line 10: metas[3].contnet is no key: did you mean content?',
      'site/head.json, line 3: scripts[0].src must be an address that starts with https:// or /',
      'site/head.json, line 4: scripts[1] must have either src or inline',
      'site/head.json, line 5: scripts[2].strategy must be one of defer, async, blocking, module',
      'site/head.json, line 5: scripts[2].members must be true or false',
      'site/head.json, line 5: scripts[2].attributes must have no other names than data-…, id, crossorigin, integrity, referrerpolicy, fetchpriority',
      'site/head.json, line 7: origins.script[0] must be an origin such as https://example.com',
      'site/head.json, line 13: orgins is no key: did you mean origins?',
    ])
    expect(findProblems({ 'head.json': '[]' })).toEqual(['site/head.json, line 1: the file must be an object'])
  })

  test('an address that no browser understands', () => {
    expect(findProblems({ 'head.json': '{"scripts": [{"src": "https://a.example:99999/a.js"}]}' })).toEqual([
      'site/head.json, line 1: scripts[0].src must be an address that starts with https:// or /',
    ])
  })

  test('texts of the interface', () => {
    const messages =
      '{\n"site.madeWit": "a",\n"site.readingTime": "{1} of {2}",\n"site.madeWith": 1,\n"site.locale": "de"}'
    expect(findProblems({ 'messages/en.json': messages, 'messages/de.json': '{}' })).toEqual([
      'site/messages/de.json is not read: the interface has the languages en, zh-CN, zh-TW, ja, ar',
      'site/messages/en.json, line 2: "site.madeWit" is no text of the interface: did you mean site.madeWith?',
      'site/messages/en.json, line 3: site.readingTime contains {2}, but its last value is {1}',
      'site/messages/en.json, line 4: site.madeWith must be a text of at most 1000 characters',
      'site/messages/en.json, line 5: "site.locale" is no text of the interface: did you mean site.home?',
    ])
  })

  test('files that would hide pages and addresses of the site', () => {
    const files = {
      'public/CNAME': '',
      'public/robots.txt': '',
      'public/about.md': '',
      'public/api/x.json': '',
      'public/ads.txt': '',
    }
    expect(findProblems(files).sort()).toEqual([
      'site/public/CNAME would hide a page, because its path contains no dot: give it another name',
      'site/public/about.md would hide an address of the site: give it another name',
      'site/public/api/x.json would hide an address of the site: give it another name',
      'site/public/robots.txt would hide an address of the site: give it another name',
    ])
  })
})

describe('the theme', () => {
  test('is that of the operator, of the workspace, or of site.json', () => {
    const [first = '', second = '', third = ''] = listThemes()
    const siteDir = writeSiteFolder({ 'site.json': JSON.stringify({ theme: third }) })
    expect(readSiteFolder({ siteDir, theme: first }, second).theme).toBe(first)
    expect(readSiteFolder({ siteDir }, second).theme).toBe(second)
    expect(readSiteFolder({ siteDir }).theme).toBe(third)
  })

  test('is a problem if it does not exist', () => {
    const [first = ''] = listThemes()
    expect(findProblems({}, `${first}e`)).toEqual([
      `SITE_THEME names the theme "${first}e", which does not exist: did you mean ${first}?`,
    ])
    expect(findProblems({}, 'other-theme')).toEqual([
      `SITE_THEME names the theme "other-theme", which does not exist: there are ${listThemes().join(', ')}`,
    ])
  })

  test('comes before the folder in the cascade, and its settings are replaced one by one', () => {
    const [theme = ''] = listThemes()
    const siteDir = writeSiteFolder({ 'theme.css': 'p { color: red }' })
    writeFileSync(path.join(siteDir, 'site.json'), '{"madeWith": false}')
    const { css, settings } = readSiteFolder({ siteDir, theme })
    expect(css.indexOf('@layer site{')).toBeGreaterThan(css.indexOf('@layer theme{'))
    expect(settings.madeWith).toBe(false)
  })
})
