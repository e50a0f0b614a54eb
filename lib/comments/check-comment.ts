import { COMMENT_LIMITS } from '../workspace/comments'
import type { CommentStatus } from './waiting-comments'

/** The fields of the form for comments, cleaned. */
export interface CommentFields {
  name: string
  text: string
}

/** What is wrong with each field. */
export type FieldProblems = Partial<Record<'name' | 'text', 'missing' | 'long'>>

/** A text with more addresses than this is probably spam. */
const MAX_LINKS = 2

/**
 * Invisible and control characters, but not line breaks, the joiners that Persian, Indic scripts and emoji need, the marks of right-to-left
 * texts, and the tags in emoji of flags.
 */
const INVISIBLE = /(?:(?![\n\t\u200c-\u200f\u061c\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}])+/gu

const VISIBLE = /[^\s\p{Cf}]/u

/** Cleans a name and a text, and finds what is wrong with them. */
export function checkFields(name: string, text: string): { fields: CommentFields; problems: FieldProblems } {
  const fields = { name: clean(name).replace(/\s+/g, ' '), text: clean(text) }
  const problems: FieldProblems = {}
  if (fields.name.length > COMMENT_LIMITS.name) problems.name = 'long'
  if (!VISIBLE.test(fields.text)) problems.text = 'missing'
  else if (fields.text.length > COMMENT_LIMITS.text) problems.text = 'long'
  return { fields, problems }
}

const clean = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u00ad', '')
    .replace(INVISIBLE, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Returns the status of a new comment. `words` are those of spam, which count in any case, also as parts of other words. */
export function classifyComment(
  { name, text }: CommentFields,
  words: readonly string[],
  form: 'review' | 'publish',
): CommentStatus {
  const all = fold(`${name}\n${text}`)
  const links = all.match(/https?:(?:\/\/www\.)?|www\./g)?.length ?? 0
  if (links > MAX_LINKS || words.some((word) => all.includes(fold(word)))) return 'spam'
  return form === 'publish' ? 'approved' : 'new'
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Returns the words of a list with commas or line breaks between them. */
export const splitWords = (list: string): string[] =>
  list
    .split(/[,，、;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
