/** Characters that are not shown: soft hyphens, zero-width spaces and joiners, marks of direction, variation selectors. */
export const INVISIBLE = /\p{DI}/gu

/**
 * The first group is the letter й, which is not an и with an accent. The others are removed: invisible characters, accents, Hebrew and
 * Arabic vowel points, the long stroke that stretches an Arabic word, the dot below letters of Hindi, apostrophes and their Hebrew forms.
 */
const REMOVED =
  /([Ии]\u0306)|[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640\u093c\p{DI}'‘’‛ʹʻʼʽ׳״"”]/gu

/** Lower-case letters, and the letters that replace them. See docs/search.md for the sources. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ς: 'σ',
  // Arabic, with the letters of Persian and Urdu.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ے: 'ي',
  ک: 'ك',
  ة: 'ه',
  ہ: 'ه',
  ە: 'ه',
  // The two signs of nasal vowels in Hindi.
  '\u0901': '\u0902',
  // Japanese: small kana.
  ...Object.fromEntries(
    [...'ぁあぃいぅうぇえぉおっつゃやゅゆょよゎわゕかゖけ'.matchAll(/(.)(.)/g)].map(([, a, b]) => [a, b]),
  ),
}
const KATAKANA = /[ァ-ヶヽヾ]/g
/** The distance between the codes of a katakana and its hiragana. */
const KANA_DISTANCE = 'ア'.charCodeAt(0) - 'あ'.charCodeAt(0)
const REPLACED = new RegExp(`[${Object.keys(LETTERS).join('')}]|(?![0-9])\\p{Nd}`, 'gu')

/**
 * Returns the form in which texts and queries are compared: without case, accents, and variants of letters and digits that readers take for
 * the same.
 *
 * @example `Café`, `ｃａｆｅ` and `CAFÉ` are `cafe`; `ラーメン` and `らーめん` are `らーめん`
 */
export function fold(text: string): string {
  const lower = text.normalize('NFKD').replace(REMOVED, '$1').toLowerCase()
  return lower
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_DISTANCE))
    .replace(REPLACED, (character) => LETTERS[character] ?? toAsciiDigit(character))
    .normalize('NFC')
}

/** Returns the value of a decimal digit of any script. The ten digits of a script follow each other. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}
