import { toUuid } from './ids'
import type { Id } from './record-map'
import { isObject } from './values'

/** A comment of a reader on a page, as the sync stores it. */
export interface StoredComment {
  id: Id
  page: Id
  /** The comment to which it replies. */
  replyTo?: Id
  name: string
  text: string
  /** Milliseconds since 1970. */
  created: number
}

/** A comment as a page shows it. Replies follow the comment that they belong to. */
export type PageComment = Pick<StoredComment, 'id' | 'name' | 'text' | 'created'> & { isReply?: true }

/** The most comments of a site, and the most characters of a text and of a name. */
export const COMMENT_LIMITS = { comments: 20_000, text: 5000, name: 100 }

/** Replies to replies are followed at most so far to the first comment. */
const MAX_DEPTH = 50
/** Control characters, lone surrogates and line separators, but no line breaks. */
const CONTROLS = /(?!\n)\p{Cc}|[\p{Cs}\u2028\u2029]/gu

/** Reads stored comments. Leaves out those that are malformed, repeated, or more than a site may have. */
export function readStoredComments(value: unknown): StoredComment[] {
  const known = new Map<Id, StoredComment>()
  for (const each of Array.isArray(value) ? value : []) {
    const comment = isObject(each) ? readComment(each) : undefined
    if (comment !== undefined && known.size < COMMENT_LIMITS.comments) known.set(comment.id, comment)
  }
  return [...known.values()]
}

function readComment(value: Record<string, unknown>): StoredComment | undefined {
  const id = toUuid(value.id)
  const page = toUuid(value.page)
  const replyTo = toUuid(value.replyTo)
  const text = cleanText(value.text, COMMENT_LIMITS.text)
  const { created } = value
  if (id === undefined || page === undefined || text === '' || !isTime(created)) return undefined
  const name = cleanText(value.name, COMMENT_LIMITS.name).replaceAll('\n', ' ')
  return { id, page, ...(replyTo !== undefined && { replyTo }), name, text, created }
}

/** Whether a value is a time that a date can have. */
const isTime = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= 8.64e15

/** Returns a text without control characters, cut to a length. */
function cleanText(value: unknown, length: number): string {
  if (typeof value !== 'string') return ''
  const text = value
    .slice(0, 4 * length)
    .replaceAll('\r\n', '\n')
    .replace(CONTROLS, ' ')
    .trim()
  return text.length > length ? `${text.slice(0, length).replace(/\p{Cs}$/u, '')}…` : text
}

/**
 * Returns the comments of each page from the oldest to the newest, each followed by its replies. A reply to a reply belongs to the
 * first comment. A reply to a comment that is not there stands for itself.
 */
export function arrangeComments(comments: readonly StoredComment[]): Record<Id, PageComment[]> {
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  const threads = new Map<Id, { page: Id; shown: PageComment[] }>()
  const ordered = comments.toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
  const firsts = new Map(ordered.map((comment) => [comment, findFirst(comment, byId)]))
  // All first comments come before the replies, whose times may be earlier if the owner changed a relation.
  for (const [{ id, page, name, text, created }, first] of firsts) {
    if (first === id) threads.set(id, { page, shown: [{ id, name, text, created }] })
  }
  for (const [{ id, name, text, created }, first] of firsts) {
    if (first !== id) threads.get(first)?.shown.push({ id, name, text, created, isReply: true })
  }
  const pages: Record<Id, PageComment[]> = {}
  for (const { page, shown } of threads.values()) {
    const ofPage = pages[page] ?? []
    for (const comment of shown) ofPage.push(comment)
    pages[page] = ofPage
  }
  return pages
}

/** Returns the comment at the beginning of a thread: the comment itself if the replies form a circle, or belong to another page. */
function findFirst(comment: StoredComment, byId: ReadonlyMap<Id, StoredComment>): Id {
  let at = comment
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const above = byId.get(at.replyTo ?? '')
    if (above === undefined || above.page !== comment.page) return at.id
    at = above
  }
  return comment.id
}
