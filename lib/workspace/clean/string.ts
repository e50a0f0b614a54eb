const LONE_SURROGATE = /\p{Cs}/gu
/** Control characters except line breaks and tabs, and Unicode noncharacters. */
const FORBIDDEN = /(?![\n\t])[\p{Cc}\uFDD0-\uFDEF\uFFFE\uFFFF]/gu

/** Everything that {@link cleanString} replaces. Most texts contain nothing of it, and one search is faster than three. */
const UNCLEAN = /[^\P{Cc}\n\t]|[\p{Cs}\uFDD0-\uFDEF\uFFFE\uFFFF]/u

/** Normalizes line breaks, replaces lone surrogates and removes control characters and noncharacters. */
export function cleanString(text: string): string {
  if (!UNCLEAN.test(text)) return text
  return text.replace(/\r\n?/g, '\n').replace(LONE_SURROGATE, '\uFFFD').replace(FORBIDDEN, '')
}

/** Cleans a short text such as a name and cuts it to `maxLength` characters. Converts numbers; returns undefined for other values. */
export function cleanName(value: unknown, maxLength = 1000): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? cleanString(value.slice(0, maxLength)) : undefined
}
