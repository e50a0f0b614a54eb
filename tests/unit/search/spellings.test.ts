import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { writeWorkspace } from '@/cli/sample/output'
import { page } from '@/cli/sample/pages'
import { fold } from '@/lib/search/fold'
import { StaticIndex } from '@/lib/search/static/search-static-index'
import { splitWords } from '@/lib/search/words'
import { shareRuns } from '@/tests/support/complete'
import { createTemporaryFolder } from '@/tests/support/folders'
import { openBothSearches } from '@/tests/support/static-search'

/** What a page has, what readers type, and what the result marks of the page's text. */
const SPELLINGS: [language: string, written: string, typed: string, marked: string][] = [
  ['soft hyphen', 'the light\u00adhouse keeper', 'lighthouse', 'light\u00adhouse'],
  ['zero-width space', 'a break\u200bwater', 'breakwater', 'break\u200bwater'],
  ['zero-width joiner in the query', 'the boathouse', 'boat\u2060house', 'boathouse'],
  ['variation selector', 'sign \u2708\ufe0fairport', 'airport', '\ufe0fairport'],
  ['version', 'since v2.1.0 of it', '2.1.0', 'v2.1.0'],
  ['version without its v', 'since 7.3.0 of it', 'v7.3.0', '7.3.0'],
  ['first numbers of a version', 'since 8.4.2 of it', 'v8.4', '8.4.2'],
  ['version of one number', 'with v17 of it', '17', 'v17'],
  ['version of one number without its v', 'with 23 of it', 'v23', '23'],
  ['half-width kana', 'これはｽﾋﾟｰﾄﾞです', 'スピード', 'ｽﾋﾟｰﾄﾞ'],
  ['full-width kana', 'これはガソリンです', 'ｶﾞｿﾘﾝ', 'ガソリン'],
  ['katakana for hiragana', 'おいしいらーめんを食べる', 'ラーメン', 'ら</mark><mark>ー</mark><mark>めん'],
  ['hiragana for katakana', '新しいテレビを見る', 'てれび', 'テレビ'],
  ['small kana', 'キヤノンの本', 'キャノン', 'キヤ</mark><mark>ノン'],
  ['long vowel', 'コンピュータの本', 'コンピューター', 'コンピュータ'],
  ['Arabic digits', 'سنة ٢٠١٩ هنا', '2019', '٢٠١٩'],
  ['digits in the query', 'the year 2018', '٢٠١٨', '2018'],
  ['Devanagari digits', 'वर्ष २०१७', '2017', '२०१७'],
  ['mathematical digits', 'the number \u{1d7d0}\u{1d7ce}\u{1d7d3}', '205', '\u{1d7d0}\u{1d7ce}\u{1d7d3}'],
  ['Persian yeh', 'بانک ملی ایران', 'ملي', 'ملی'],
  ['Persian kaf', 'كتابخانه', 'کتابخانه', 'كتابخانه'],
  ['teh marbuta', 'المكتبة', 'مكتبه', 'المكتبة'],
  ['Persian suffix, typed with a space', 'آن\u200cها را', 'آن ها', 'آن\u200cها'],
  ['Persian prefix, typed as one word', 'من می\u200cخواهم', 'میخواهم', 'می\u200cخواهم'],
  ['Ukrainian apostrophe', 'сім\u02bcя велика', "сім'я", 'сім\u02bcя'],
  ['Ukrainian apostrophe, omitted', 'п\u2019ять років', 'пять', 'п\u2019ять'],
  ['gershayim', 'דובר צה״ל אמר', 'צהל', 'צה״ל'],
  ['gershayim as quotation marks', 'דו״ח שנתי', 'דו"ח', 'דו״ח'],
  ['geresh', 'ג׳ירפה גבוהה', "ג'ירפה", 'ג׳ירפה'],
  ['Russian yo', 'ёлка стоит', 'елка', 'ёлка'],
  ['Danish', 'byen Ærøskøbing', 'aeroskobing', 'Ærøskøbing'],
  ['Norwegian oe', 'byen Tromsø', 'tromsoe', 'Tromsø'],
  ['Danish aa', 'byen Aabenraa', 'Åbenrå', 'Aabenraa'],
  ['German umlaut', 'in München', 'muenchen', 'München'],
  ['German ue', 'in Nuernberg', 'Nürnberg', 'Nuernberg'],
  ['German ß', 'die Straßenbahn', 'strassenbahn', 'Straßenbahn'],
  ['Maltese', 'il-Ħamrun', 'hamrun', 'il-Ħamrun'],
  ['Greek final sigma', 'ο δρόμος', 'ΔΡΟΜΟΣ', 'δρόμος'],
  ['Hindi nukta', 'सड़क पर', 'सडक', 'सड़क'],
  ['compound', 'eine Haftpflichtversicherung', 'versicherung', 'Haftpflichtversicherung'],
  ['compound in the plural', 'alle Krankenhäuser', 'haus', 'Krankenhäuser'],
  ['compound with a hyphen', 'die Kfz-Zulassungsbehörde', 'behörde', 'Kfz-Zulassungsbehörde'],
  ['grouped digits', 'costs 1,234,000 now', '1234000', '1,234,000'],
  ['digits that readers group', 'costs 5678000 now', '5,678,000', '5678000'],
  ['groups with points', 'kostet 1.567.000 heute', '1567000', '1.567.000'],
  ['digits that readers group with points', 'kostet 2567000 heute', '2.567.000', '2567000'],
  ['groups with narrow spaces', 'coûte 3\u202f567\u202f000 ici', '3 567 000', '3 567 000'],
  ['groups with apostrophes', 'kostet 4’567’000 hier', '4567000', '4’567’000'],
  ['Indian groups', 'costs 12,34,567 now', '1234567', '12,34,567'],
  ['Arabic groups', 'السعر ٩٬٨٧٦٬٠٠٠ هنا', '9876000', '٩٬٨٧٦٬٠٠٠'],
]

const SIZES = { terms: 300, maxTermFiles: 1000, texts: 500, maxTextFiles: 4000 }
/** Returns a title without numbers and words of the queries. */
const getTitle = (index: number) => `Qq${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`

test('search finds other spellings and marks them, on a server and on an exported site', async () => {
  const dir = createTemporaryFolder()
  const pages = SPELLINGS.map(([, written], index) => page(getTitle(index), {}, [text([written])]))
  writeWorkspace(dir, buildWorkspace(page('Spellings', { key: 'home' }, pages)))
  const { files, searchOnServer } = await openBothSearches(dir, createTemporaryFolder(), { sizes: SIZES })
  const found: unknown[] = []
  for (const [index, [language, , typed]] of SPELLINGS.entries()) {
    const response = await searchOnServer(typed)
    const exported = await StaticIndex.open(async (file) => JSON.parse(files.get(file) ?? ''))
    expect(await exported.search({ query: typed, limit: 20 }), language).toEqual(response)
    const result = response.results.find(({ title }) => title === getTitle(index))
    found.push([language, /<mark>.*<\/mark>/.exec(result?.highlight.text ?? 'not found')?.[0]])
  }
  expect(found).toEqual(SPELLINGS.map(([language, , , marked]) => [language, `<mark>${marked}</mark>`]))
})

describe('fold', () => {
  test('returns the same for a folded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
      { numRuns: shareRuns(500) },
    )
  })

  test.each([
    ['ru', 'ё е Ё'],
    ['uk', 'ї і'],
    ['ja', 'ラーメン らーめん ﾗｰﾒﾝ'],
    ['ja', 'ウィ ウイ うぃ'],
    ['ar', 'أ إ آ ا'],
    ['und', '٢ 2 २ ２'],
    ['und', 'ø o'],
    ['und', 'æ ae'],
    ['und', 'đ d'],
    ['und', 'ħ h'],
    ['und', 'ł l'],
    ['de', 'ß ss'],
    ['el', 'ς σ'],
    ['hi', 'क़ क'],
    ['hi', '\u0901 \u0902'],
  ])('takes for one what the collation of %s takes for one: %s', (language, list) => {
    const [first = '', ...others] = list.split(' ')
    const { compare } = new Intl.Collator(language, { usage: 'search', sensitivity: 'base' })
    expect(others.map((each) => compare(first, each))).toEqual(others.map(() => 0))
    expect(others.map(fold)).toEqual(others.map(() => fold(first)))
  })

  test.each(['й и', 'Й И', 'ガ カ', 'ة ت', 'ش س', '中 国'])('keeps different letters apart: %s', (pair) => {
    const [a = '', b = ''] = pair.split(' ')
    expect(fold(a)).not.toBe(fold(b))
  })
})

test('a word of invisible characters only is no word', () => {
  expect(splitWords('\ufe0f \u00ad\u200b \u3164 x').map(({ whole }) => whole)).toEqual(['x'])
})

test('digits that are not groups stay separate words', () => {
  const split = (text: string) => splitWords(text).map(({ whole }) => whole)
  expect(split('in 2019, 300 of 12,5 and 1234,567 and 10 20')).toEqual([
    'in',
    '2019',
    '300',
    'of',
    '12',
    '5',
    'and',
    '1234',
    '567',
    'and',
    '10',
    '20',
  ])
  expect(split('1,000.50 from 10,000-20,000')).toEqual(['1000.50', 'from', '10000-20000'])
})
