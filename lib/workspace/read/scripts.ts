/** Scripts by their letters. A letter of some carries more of a word, so that a Chinese text with English terms stays Chinese. */
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
/** Enough of a text to tell its script. */
const SAMPLE = 500

/** The language that a text's script suggests; `otherwise` for Latin script and for texts without letters. */
export function detectLanguage(text: string, otherwise = 'en'): string {
  return detectTextLanguage(text, otherwise) ?? otherwise
}

/** The language that a text's script suggests: `latin` for Latin script, undefined for texts without letters. */
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

/** Whether a language that {@link detectLanguage} answers is written in Latin letters: its script does not tell which one it is. */
export function isLatin(language: string): boolean {
  return language !== 'ja' && !SCRIPTS.some((script) => 'language' in script && script.language === language)
}

/** The base direction of text in a language that {@link detectLanguage} answers. */
export function getDirection(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'
}
