/** Scripts and the weights of their letters. Chinese and Japanese letters count more, so that a text with English terms keeps its language. */
const SCRIPTS = [
  { letters: /\p{Script=Latin}/gu, weight: 1 },
  { letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, weight: 3, language: 'zh' },
  { letters: /\p{Script=Hangul}/gu, weight: 3, language: 'ko' },
  { letters: /\p{Script=Cyrillic}/gu, weight: 1, language: 'ru' },
  { letters: /\p{Script=Greek}/gu, weight: 1, language: 'el' },
  { letters: /\p{Script=Arabic}/gu, weight: 1, language: 'ar' },
  { letters: /\p{Script=Hebrew}/gu, weight: 1, language: 'he' },
] as const

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he'])
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
    const weight = (sample.match(script.letters)?.length ?? 0) * script.weight
    if (weight <= most) continue
    most = weight
    language = 'language' in script ? script.language : latin
  }
  return language === 'zh' && KANA.test(sample) ? 'ja' : language
}

/** Whether a result of {@link detectLanguage} is a language in Latin script. The script of such a text does not identify its language. */
export function isLatin(language: string): boolean {
  return language !== 'ja' && !SCRIPTS.some((script) => 'language' in script && script.language === language)
}

/** Returns the base direction of text in a language of {@link detectLanguage}. */
export function getDirection(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'
}
