import type { DateValue, Id, RichText } from '../../workspace/record-map'
import { hasVisibleText, toPlainText } from '../../workspace/text'
import { getLeastPrivilegedViewers, mayList, PUBLIC } from '../access'
import type { Access, Viewer } from '../site-index'

/** The maximum depth of titles that mention pages whose titles mention pages. */
const MAX_DEPTH = 8
/** The maximum number of mentions that are looked up for one title, and the maximum number of characters that they add to it. */
const MAX_MENTIONS = 1000
const MAX_MENTIONED_LENGTH = 2000

/** A page of the site as its title needs it. */
interface TitledPage {
  id: Id
  title: RichText
  access: Access
}

interface TitleSettings {
  users: Readonly<Record<Id, string>>
  /** Formats a date in a title as the page shows it. */
  formatDate(id: Id, date: DateValue): string
  /** The title of a page without a visible character. */
  untitled: string
}

/** The title of a page as plain text, and the pages whose titles it may contain. */
export interface ResolvedTitle {
  text: string
  mentions: readonly Id[]
}

/**
 * Returns the titles of pages as plain text, with the texts of mentions. A title is in lists, in other formats and above the form for a
 * password, so it contains the title of a mentioned page only if all who see the title may find that page in lists.
 */
export function createTitles(pages: readonly TitledPage[], settings: TitleSettings): ReadonlyMap<Id, ResolvedTitle> {
  const byId = new Map(pages.map((page) => [page.id, page]))
  /** Titles that do not depend on where they are mentioned. */
  const known = new Map<Id, string>()
  const open = new Set<Id>()
  let isWhole = true
  let mentionsLeft = 0

  const resolve = (page: TitledPage): string => {
    const found = known.get(page.id)
    if (found !== undefined) return found
    const wasWhole = isWhole
    isWhole = true
    open.add(page.id)
    const title = readTitle(page, createMentions(page), settings)
    open.delete(page.id)
    if (isWhole) known.set(page.id, title)
    isWhole = isWhole && wasWhole
    return title
  }
  const createMentions = (page: TitledPage) => {
    const viewers = getTitleViewers(page.access)
    let left = MAX_MENTIONED_LENGTH
    return (id: Id): string | undefined => {
      const mentioned = byId.get(id)
      if (mentioned === undefined) return undefined
      mentionsLeft -= 1
      if (open.has(id) || open.size > MAX_DEPTH || mentionsLeft < 0) {
        isWhole = false
        return undefined
      }
      if (!viewers.every((viewer) => mayList(mentioned.access, viewer))) return undefined
      const title = resolve(mentioned)
      if (title.length > left) return undefined
      left -= title.length
      return title
    }
  }
  return new Map(
    pages.map((page) => {
      mentionsLeft = MAX_MENTIONS
      const text = resolve(page)
      return [page.id, { text: hasVisibleText(text) ? text : settings.untitled, mentions: collectMentions(page, byId) }]
    }),
  )
}

/** Returns the pages that a title mentions, also through the titles of the mentioned pages. */
function collectMentions({ title }: TitledPage, pages: ReadonlyMap<Id, TitledPage>): Id[] {
  const mentions = new Set(collectMentioned(title))
  // The loop also visits the pages that are added meanwhile.
  for (const id of mentions) {
    if (mentions.size > MAX_MENTIONS) break
    for (const each of collectMentioned(pages.get(id)?.title ?? [])) mentions.add(each)
  }
  return [...mentions]
}

const collectMentioned = (title: RichText): Id[] =>
  title.flatMap(([, formats = []]) =>
    formats.flatMap(([kind, value]) => (kind === 'p' && typeof value === 'string' ? [value] : [])),
  )

function readTitle(
  { id, title }: TitledPage,
  page: (id: Id) => string | undefined,
  { users, formatDate }: TitleSettings,
): string {
  const user = (each: Id) => (Object.hasOwn(users, each) ? users[each] : undefined)
  return joinLines(toPlainText(title, { page, user, date: (date) => formatDate(id, date) }))
}

/** Visitors see the title of a page with a password before they give it, and editors see those of unpublished pages. */
function getTitleViewers(access: Access): Viewer[] {
  if (access.kind === 'unpublished') return [PUBLIC]
  return getLeastPrivilegedViewers(access).map(({ unlocked: _, ...viewer }) => viewer)
}

/** Returns a text on one line. */
export const joinLines = (text: string): string => text.replace(/\s+/g, ' ').trim()
