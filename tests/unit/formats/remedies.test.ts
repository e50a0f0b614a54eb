import { expect, test } from 'vitest'
import { describeFinding, explainFinding } from '@/lib/formats/findings'
import type { Finding } from '@/lib/site/prepare/lint'
import { type EditorsMessages, getEditorsMessages } from '@/messages/languages'

type Kind = Finding['kind']

/** Findings whose own text contains what to do, and that part of it. The types require each kind here or in `remedy` of the messages. */
const SELF_EXPLAINED: Record<
  Exclude<Kind, keyof EditorsMessages['remedy']>,
  [example: object, todo: RegExp] | 'no fault'
> = {
  'duplicate-path': [{ preferredPath: 'a' }, /: give one of them a Slug$/],
  'formulas-not-searched': [{}, /: make them simpler, or hide them/],
  'hides-list': [{}, /: give the page another Slug$/],
  'large-html': [{ file: 'a' }, /: make it smaller$/],
  misnamed: [{ why: 'misspelt', property: 'Acess', name: 'access', database: 'Rows' }, /\. Name it Access, or give it/],
  'missing-fonts': [{ packages: ['a'] }, /To install it, run: npm install a$/],
  'missing-view': [{}, /: copy it into the site, or remove the view$/],
  'no-root': [{ tops: 2, candidates: ['a'] }, /: set NOTION_ROOT_PAGE to the id of one of them/],
  protection: 'no fault',
  'reserved-path': [{ preferredPath: 'a' }, /: give it a Slug$/],
  'slow-page': [{ isShown: true }, /\. Shorten or split it$/],
  'slug-address': [{}, /an address of another site begins with https?:/],
  'text-cut': [{}, /: split it, or/],
  'unconverted-picture': [{ file: 'a' }, /: replace it with a JPEG file$/],
  'unknown-look': [{ row: 'a', nearest: 'b' }, /: did you mean “b”\?$/],
  'unshared-property': [{ property: 'a', database: 'b' }, /: share the database/],
  'wrong-comments': [{ text: 'a' }, /: use on, off or closed$/],
  'wrong-layout': [{ text: 'a' }, /: use wide, plain or landing$/],
  'wrong-look': [{ what: 'accent', text: 'a' }, /Example: #/],
}

const messages = getEditorsMessages('en')

test.each([
  ['index', 'handbook/index', /ends in index: write another Slug$/],
  ['an address of the site', 'search', /is an address of the site itself: give it a Slug$/],
])('the finding of a page that cannot be at %s names the cause', (_, preferredPath, text) => {
  const finding = { kind: 'reserved-path', preferredPath } as Finding
  expect(describeFinding(finding, new Map(), messages)).toMatch(text)
})

test.each(
  Object.entries(SELF_EXPLAINED).filter((entry): entry is [string, [object, RegExp]] => entry[1] !== 'no fault'),
)('the finding %s says what to do', (kind, [example, todo]) => {
  expect(explainFinding({ kind, ...example } as Finding, new Map(), messages)).toMatch(todo)
})

test.each(['en', 'zh-CN', 'zh-TW', 'ja', 'ar'])('each finding with a remedy says it at its end in %s', (locale) => {
  const texts = getEditorsMessages(locale)
  for (const remedy of Object.values(texts.remedy)) expect(remedy).not.toMatch(/[.。]$/)
  const finding: Finding = { kind: 'dead-link', to: '/none' }
  const explained = explainFinding(finding, new Map(), texts)
  expect(explained.startsWith(describeFinding(finding, new Map(), texts))).toBe(true)
  expect(explained.endsWith(texts.remedy['dead-link'])).toBe(true)
})
