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

/** Frequent Chinese characters that differ between the two ways of writing it, in the same order. */
const TRADITIONAL =
  /[這個們來時說會對學國過還後與為發經動點樣關開問間見現讓應該實體當電話語認識書寫設計網頁義頭東車馬長門風飛龍]/gu
const SIMPLIFIED =
  /[这个们来时说会对学国过还后与为发经动点样关开问间见现让应该实体当电话语认识书写设计网页义头东车马长门风飞龙]/gu
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he'])
/** Enough of a text to tell its script. */
const SAMPLE = 500

/** The language that a text's script suggests; `otherwise` for Latin script and for texts without letters. */
export function languageOf(text: string, otherwise = 'en'): string {
  return languageIn(text, otherwise) ?? otherwise
}

/** The language that a text's script suggests: `latin` for Latin script, undefined for texts without letters. */
export function languageIn(text: string, latin: string): string | undefined {
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

/** Whether a language that {@link languageOf} answers is written in Latin letters: its script does not tell which one it is. */
export function isLatin(language: string): boolean {
  const [primary] = language.split('-')
  return primary !== 'ja' && !SCRIPTS.some((script) => 'language' in script && script.language === primary)
}

/** The base direction of text in a language that {@link languageOf} answers. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'
}

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
