import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { editors } from '@/messages/editors/en'
import * as readers from '@/messages/en'
import { LOCALES, type Locale } from '@/messages/languages'

/** The script of each language. Texts of a language in the Latin script must differ from the English ones instead. */
const SCRIPTS: Record<Exclude<Locale, 'en'>, RegExp | 'latin'> = {
  'zh-CN': /\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ar: /\p{Script=Arabic}/u,
}
/** Texts that contain no word of the language on purpose: the locale itself, a product name, and a Chinese phrase of numbers. */
const WITHOUT_WORDS = /^(?:locale|zh-CN gist|(?:zh-CN|zh-TW) interface\.matches)$/
/** Frequent simplified characters, which have another form in Traditional Chinese. */
const SIMPLIFIED =
  /[这们来时说会对学国过还后与为发经动样关开问间见现让应该实体当电话语认识书写设计网页义头东车马长门风飞]/u

const PARTS = Object.entries({ ...readers, editors }).flatMap(([part, value]) =>
  typeof value === 'object' ? [part] : [],
)

/** Returns the texts of a part by their keys. Functions are called with arguments that contain no letters. */
function listTexts(value: unknown, name = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[name, value]])
  // A list with one string is a valid argument for functions of a text, a number or a list.
  if (typeof value === 'function') return listTexts(value(...Array.from({ length: 4 }, () => ['1'])), name)
  const entries = Object.entries(value as object)
  return new Map(entries.flatMap(([key, each]) => [...listTexts(each, name === '' ? key : `${name}.${key}`)]))
}

async function readTexts(locale: Locale, part: string): Promise<Map<string, string>> {
  const folder = part === 'editors' ? 'messages/editors' : 'messages'
  const module: Record<string, unknown> = await import(path.resolve(folder, locale.toLowerCase()))
  return listTexts(module[part])
}

/** Returns the texts of a language that are missing, contain none of its characters or, in the Latin script, equal the English texts. */
function findUntranslated(
  locale: string,
  script: RegExp | 'latin',
  texts: Map<string, string>,
  english: Map<string, string>,
): string[] {
  return [...english].flatMap(([name, source]) => {
    const text = texts.get(name)
    const isAllowed = [name, `${locale} ${name}`].some((each) => WITHOUT_WORDS.test(each))
    if (isAllowed || !/\p{L}{2}/u.test(source)) return []
    const isTranslated = text !== undefined && (script === 'latin' ? text !== source : script.test(text))
    return isTranslated ? [] : [`${name}: ${text}`]
  })
}

const TRANSLATIONS = LOCALES.filter((locale) => locale !== 'en')

describe.each(TRANSLATIONS)('in %s', (locale) => {
  test.each(PARTS)('all texts of %s are translated', async (part) => {
    const [texts, source] = [await readTexts(locale, part), await readTexts('en', part)]
    expect(source.size).toBeGreaterThan(3)
    expect(findUntranslated(locale, SCRIPTS[locale], texts, source)).toEqual([])
    expect([...texts.keys()].sort()).toEqual([...source.keys()].sort())
  })
})

test.each(PARTS)('%s in Traditional Chinese has no simplified characters', async (part) => {
  const texts = await readTexts('zh-TW', part)
  expect([...texts.values()].filter((text) => SIMPLIFIED.test(text))).toEqual([])
})

test('findUntranslated finds missing and English texts', () => {
  const english = listTexts({ open: 'Open', rows: { next: 'Next rows' }, count: (count: number) => `${count} pages` })
  const arabic = listTexts({ open: 'فتح', rows: {}, count: (count: number) => `${count} pages` })
  expect(findUntranslated('ar', SCRIPTS.ar, arabic, english)).toEqual(['rows.next: undefined', 'count: 1 pages'])
  const french = listTexts({ open: 'Ouvrir', rows: { next: 'Next rows' }, count: (count: number) => `${count} pages` })
  expect(findUntranslated('fr', 'latin', french, english)).toEqual(['rows.next: Next rows', 'count: 1 pages'])
})
