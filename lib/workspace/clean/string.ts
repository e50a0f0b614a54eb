const LONE_SURROGATE = /\p{Cs}/gu
/** Control characters but line breaks and tabs, and the characters that are none and are kept for a program's own use. */
const FORBIDDEN = /(?![\n\t])[\p{Cc}\uFDD0-\uFDEF\uFFFE\uFFFF]/gu

/** The text with lone surrogates replaced, line breaks made one kind and control characters removed. */
export function cleanString(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(LONE_SURROGATE, '\uFFFD').replace(FORBIDDEN, '')
}

/** A short text such as a name, cleaned and cut; undefined for what is no text. A number is taken as its digits. */
export function cleanName(value: unknown, longest = 1000): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? cleanString(value.slice(0, longest)) : undefined
}
