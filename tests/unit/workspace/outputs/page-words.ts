import { getMarkupText, type PageOutputs } from './page-outputs'

/** Returns the words of each output of a page that its rendered form does not contain. Dates are written in several ways, so numbers do not count. */
export function findForeignWords({ html, texts, names }: PageOutputs): Record<string, string[]> {
  const shown = `${getMarkupText(html)} ${names.join(' ')} ${CHECKBOX}`.toLowerCase()
  return Object.fromEntries(
    Object.entries(texts).flatMap(([output, text]) => {
      const foreign = [...findWords(text)].filter((word) => !shown.includes(word))
      return foreign.length === 0 ? [] : [[output, foreign]]
    }),
  )
}

/** Words by which Markdown replaces the checkbox in a cell. */
const CHECKBOX = 'checked unchecked'

const findWords = (text: string): Set<string> =>
  new Set(
    text
      .replace(/&#x[0-9A-F]+;/g, '')
      .toLowerCase()
      .match(/[\p{L}\p{M}]{3,}/gu),
  )
