/**
 * Scripts and the weights of their letters. Chinese and Japanese letters count more, so that a text with English terms
 * keeps its language.
 */
const SCRIPTS = [
  { letters: /\p{Script=Latin}/gu, weight: 1 },
  { letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, weight: 3, language: 'zh' },
  { letters: /\p{Script=Hangul}/gu, weight: 3, language: 'ko' },
  { letters: /\p{Script=Cyrillic}/gu, weight: 1, language: 'ru' },
  { letters: /\p{Script=Greek}/gu, weight: 1, language: 'el' },
  { letters: /\p{Script=Arabic}/gu, weight: 1, language: 'ar' },
  { letters: /\p{Script=Hebrew}/gu, weight: 1, language: 'he' },
  { letters: /\p{Script=Thaana}/gu, weight: 1, language: 'dv' },
  { letters: /\p{Script=Syriac}/gu, weight: 1, language: 'syr' },
  { letters: /\p{Script=Nko}/gu, weight: 1, language: 'nqo' },
  { letters: /\p{Script=Adlam}/gu, weight: 1, language: 'ff-Adlm' },
] as const

/** Frequent Chinese characters that differ between the two ways of writing it, in the same order. */
const TRADITIONAL =
  /[這個們來時說會對學國過還後與為發經動點樣關開問間見現讓應該實體當電話語認識書寫設計網頁義頭東車馬長門風飛龍]/gu
const SIMPLIFIED =
  /[这个们来时说会对学国过还后与为发经动点样关开问间见现让应该实体当电话语认识书写设计网页义头东车马长门风飞龙]/gu
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|ff-adlm|he|nqo|ps|sd|syr|ug|ur|yi)\b(?!-latn)/i
/** How many characters of a text are checked. */
const SAMPLE = 500

/** Guesses the language of a text by its script. Returns `otherwise` for Latin script and for texts without letters. */
export function detectLanguage(text: string, otherwise = 'en'): string {
  return detectTextLanguage(text, otherwise) ?? otherwise
}

/** Guesses the language of a text by its script. Returns `latin` for Latin script, and undefined for texts without letters. */
export function detectTextLanguage(text: string, latin: string): string | undefined {
  const sample = text.slice(0, SAMPLE)
  let most = 0
  let language: string | undefined
  for (const script of SCRIPTS) {
    const weight = countMatches(sample, script.letters) * script.weight
    if (weight <= most) continue
    most = weight
    language = 'language' in script ? script.language : latin
  }
  if (language !== 'zh') return language
  if (KANA.test(sample)) return 'ja'
  return countMatches(sample, TRADITIONAL) > countMatches(sample, SIMPLIFIED) ? 'zh-Hant' : 'zh'
}

/** Whether a result of {@link detectLanguage} is a language in Latin script. The script of such a text does not identify its language. */
export function isLatin(language: string): boolean {
  const [primary] = language.split('-')
  return (
    primary !== 'ja' && !SCRIPTS.some((script) => 'language' in script && [language, primary].includes(script.language))
  )
}

/**
 * Returns the language of a text on a site whose language is `tag`: that of the site, unless `detected`, the result of
 * {@link detectLanguage}, has another script. Latin script identifies no language, and a text without letters has no script.
 */
export function chooseTextLanguage(detected: string, tag: string): string {
  return isLatin(detected) || getScript(detected) === getScript(tag) ? tag : detected
}

/** Chinese in both ways of writing it, and Japanese, share their characters. */
function getScript(language: string): string | undefined {
  const { script } = new Intl.Locale(language).maximize()
  return script?.replace(/^(?:Hans|Hant|Jpan)$/, 'Hani')
}

/** Returns the base direction of text in a language, which is given by its BCP 47 tag. */
export function getDirection(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'
}

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
