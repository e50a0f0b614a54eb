import { slug } from 'github-slugger'

/** Characters that are not visible or that keyboards do not have: joiners, variation selectors, fillers, keycaps and enclosing marks. */
const UNTYPED = /[\p{Default_Ignorable_Code_Point}\p{Me}\p{Cc}\p{Co}\uFFF9-\uFFFB]+/gu
const SPACES = /[\p{White_Space}\u2800]+/gu

/** Returns a text with only the characters that readers see and type: plain spaces and hyphens, in Unicode form NFC. */
export function toTypedText(text: string): string {
  return (
    text
      .replace(SPACES, ' ')
      .replace(/[\u2010\u2011]/g, '-')
      .replace(UNTYPED, '')
      .normalize('NFC')
      // In lower case, this letter would keep its dot as a combining mark.
      .replaceAll('İ', 'i')
      .trim()
  )
}

/**
 * Returns the form of a text in addresses, in any script: lower case, with hyphens for spaces, without punctuation and symbols. Empty if
 * nothing is left.
 * @example toSlug('⚙️ Settings') // 'settings'
 */
export function toSlug(text: string): string {
  return trimHyphens(slug(toTypedText(text)).replaceAll('i\u0307', 'i').normalize('NFC'))
}

/** Returns the first characters of a slug. */
export const cutSlug = (text: string, most: number): string =>
  text.length > most ? trimHyphens([...text].slice(0, most).join('')) : text

const trimHyphens = (text: string) => text.replace(/-+/g, '-').replace(/^-|-$/g, '')
