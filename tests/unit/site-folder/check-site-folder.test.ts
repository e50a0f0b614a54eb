import path from 'node:path'
import { expect, test } from 'vitest'
import { checkSiteFolder, describeContents } from '@/lib/site-folder/check-site-folder'
import { readSiteFolder } from '@/lib/site-folder/read-site-folder'
import { writeSiteFolder } from '../../support/site-folder'

function check(files: Record<string, string>): string[] {
  const siteDir = writeSiteFolder(files)
  return checkSiteFolder({ siteDir }, readSiteFolder({ siteDir })).map((each) =>
    each.replaceAll(path.relative('', siteDir), 'site'),
  )
}

test('a correct folder', () => {
  const css = ':root { --accent: light-dark(#7a1f00, #ffb59c); --own: 3px } p { margin: var(--own) }'
  expect(check({ 'theme.css': css, 'README.md': '', 'parts/year.ts': '', 'notes.txt': '' })).toEqual([])
})

test('the contents of a folder and of its theme in a line each', () => {
  const siteDir = writeSiteFolder({
    'theme.css': '',
    'public/logo.svg': '',
    'public/.hidden': '',
    'components/Header.tsx': '',
    'components/block/callout.tsx': '',
    'islands/Counter.tsx': '',
    'parts/year.ts': '',
  })
  const [own, theme] = describeContents({ siteDir }, { theme: 'magazine' })
  expect(own?.replace(path.relative('', siteDir), 'site')).toBe(
    'Site folder site: theme.css, public (1), components (Header, block/callout), islands (Counter)',
  )
  expect(theme).toMatch(/^Theme themes\/magazine: theme\.css, /)
  expect(describeContents({ siteDir: '/none' }, {})[0]).toMatch(/: nothing that the site reads$/)
  expect(describeContents({}, {})).toEqual([])
})

test('mistakes of syntax, with the line', () => {
  const [first] = check({ 'theme.css': 'p { color: red }\n}\nh1 { color: }' })
  expect(first).toMatch(/^site\/theme\.css, line 2: browsers skip what is here/)
})

test('braces without an end, with the line', () => {
  expect(check({ 'theme.css': 'p { color: red }\n@media print {\n  p { content: "}" }\n' })).toEqual([
    'site/theme.css, line 2: this { has no }, so browsers read what follows as a part of it',
  ])
})

test('a semicolon that is missing after a token', () => {
  const css =
    ':root {\n  --measure: 640px\n  --radius: 8px;\n  --own: var(--a, x) { --b: 1 } "--c: 1";\n}\np { margin: var(--own) }'
  expect(check({ 'theme.css': css })).toEqual([
    'site/theme.css, line 2: a semicolon is missing before --radius, which is read as a part of --measure',
  ])
})

test('class names that are misspelled, except those of components and of the design', () => {
  const css =
    '.page-headr { color: red }\n.cards, .page-list-icon, .year, .tab { color: red }\nmain > .block-cod { color: red }'
  const card = 'export default () => <ul className="cards" />'
  expect(check({ 'theme.css': css, 'components/Card.tsx': card })).toEqual([
    'site/theme.css, line 1: .page-headr is no class name of the site: did you mean .page-header?',
    'site/theme.css, line 3: .block-cod is no class name of the site: did you mean .block-code?',
  ])
})

test('what a style sheet loads', () => {
  const css = `@import "https://fonts.example/a.css";
@font-face { src: url(https://fonts.example/a.woff2) }
@font-face { src: url(fonts/missing.woff2) }
@font-face { src: url(fonts/text.woff2) }
@font-face { src: url(fonts/more/) }
p { background: url(pictures/sea.webp); mask: url(#dot); cursor: url("/own.cur") }`
  expect(check({ 'theme.css': css, 'fonts/text.woff2': 'no font', 'fonts/more/own.txt': '' })).toEqual([
    'site/theme.css, line 1: @import has no effect here: copy the rules into this file, and fonts into fonts/',
    'site/theme.css, line 2: https://fonts.example/a.woff2 is on another site, which the Content Security Policy may block: copy the file into the folder',
    'site/theme.css, line 3: fonts/missing.woff2 does not exist',
    'site/theme.css, line 4: fonts/text.woff2 is no WOFF2 font, so browsers use the next one',
    'site/theme.css, line 5: fonts/more/ is no WOFF2 font, so browsers use the next one',
    'site/theme.css, line 6: pictures/sea.webp is not served: put the file into fonts/ or public/, and write url(public/sea.webp)',
  ])
})

test('tokens and files that are misspelled', () => {
  expect(check({ 'theme.css': ':root { --acent: red }', 'componets/Card.tsx': '' })).toEqual([
    'site/componets is not read: did you mean components?',
    'site/theme.css, line 1: --acent is no token, and nothing uses it: did you mean --accent?',
  ])
})

test('low contrast, with the ratio', () => {
  expect(check({ 'theme.css': ':root { --muted: light-dark(#bbbbbb, #a29c93) }' })).toContain(
    'The contrast of --muted on --paper is 1.83 in the light theme, but should be at least 4.5',
  )
  const both = check({ 'theme.css': ':root { --muted: #777 }' }).filter((each) => each.includes('--muted on --paper'))
  expect(both).toEqual([
    expect.stringMatching(
      /^The contrast of --muted on --paper is 4\.\S+ in the light theme and 4\.\S+ in the dark theme, but/,
    ),
  ])
})

test('scripts whose origin is missing', () => {
  const scripts = [{ src: 'https://a.example/a.js' }, { src: 'https://cdn.b.example/b.js' }, { src: '/own.js' }]
  expect(check({ 'head.json': JSON.stringify({ scripts, origins: { script: ['https://*.b.example'] } }) })).toEqual([
    'head.json: the script https://a.example/a.js is blocked, because its origin is missing: add "https://a.example" to origins.script',
  ])
})
