import { findPageId } from '../ids'
import type { Id } from '../record-map'
import type { StoredPage } from '../stored'

/** A link as an editor sees it. */
export interface FoundLink {
  block: Id
  /** Empty for a mention, which shows the title of its page. */
  text: string
}

/** Notion's sign for a mention. */
const MENTION = '‣'

/** Finds the first link in a page to another page (by its id) or to a path of the site. */
export function findLink(page: StoredPage, to: string): FoundLink | undefined {
  for (const [block, { properties }] of Object.entries(page.blocks)) {
    for (const [text, formats = []] of Object.values(properties).flat()) {
      const leadsThere = formats.some(
        ([kind, value]) =>
          typeof value === 'string' && (kind === 'p' ? value === to : kind === 'a' && leadsTo(value, to)),
      )
      if (leadsThere) return { block, text: text === MENTION ? '' : text.trim() }
    }
  }
  return undefined
}

const leadsTo = (address: string, to: string) => findPageId(address) === to || address.replace(/[?#].*$/s, '') === to
