import GithubSlugger from 'github-slugger'
import { ELEMENT_IDS } from '../../element-ids'
import { type Block, type Id, PAGE_TYPES } from '../record-map'
import { cutSlug, toSlug } from '../slugs'
import type { StoredPage } from '../stored'
import { toPlainText } from '../text'

export const HEADING_TYPES: ReadonlySet<string> = new Set(['header', 'sub_header', 'sub_sub_header', 'header_4'])

/** The maximum number of characters of an anchor, without its number. */
const MAX_LENGTH = 80

/**
 * Names that no heading gets as its anchor: ids of elements around a page, and global variables of the scripts for
 * analytics, because a browser makes a global variable of each id.
 */
const RESERVED = [...Object.values(ELEMENT_IDS), ...['gtag', 'plausible', 'umami', 'va', 'vaf', 'vai', 'vam', 'vaq']]

/** Anchors of blocks are their ids without dashes. */
const BLOCK_ANCHOR = /^[0-9a-f]{32}(?:-\d+)?$/

/**
 * The readable anchors of the headings on a page, such as `opening-hours`. Those of the page's own headings depend only on their texts,
 * so they are the same for all viewers, and links from other pages may contain them.
 */
export class HeadingAnchors {
  /** By block, in reading order. */
  readonly own: ReadonlyMap<Id, string>
  readonly #page: StoredPage
  readonly #slugger = new GithubSlugger()
  readonly #used = new Set<Id>()

  constructor(page: StoredPage) {
    this.#page = page
    for (const name of RESERVED) this.#slugger.occurrences[name] = 0
    this.own = new Map(
      collectOwnHeadings(page).flatMap((block) => {
        const anchor = this.#create(block)
        return anchor === undefined ? [] : [[block.id, anchor]]
      }),
    )
  }

  /**
   * Returns the anchor of a heading; undefined if its text has no letters or digits. Must be called once each time the page shows the
   * heading, because a repeated one has another anchor.
   */
  take(block: Block): string | undefined {
    const own = this.#used.has(block.id) ? undefined : this.own.get(block.id)
    this.#used.add(block.id)
    return own ?? this.#create(block)
  }

  #create({ properties }: Block): string | undefined {
    const { users } = this.#page
    const user = (id: Id) => (Object.hasOwn(users, id) ? users[id] : undefined)
    // The titles of mentioned pages depend on the viewer.
    const name = cutSlug(toSlug(toPlainText(properties.title ?? [], { user })).replace(/^[_-]+/, ''), MAX_LENGTH)
    return name === '' || BLOCK_ANCHOR.test(name) ? undefined : this.#slugger.slug(name)
  }
}

/** Returns the headings in the content of a page, in reading order, without those that it shows of other pages. */
function collectOwnHeadings({ id, blocks }: StoredPage): Block[] {
  const headings: Block[] = []
  const seen = new Set<Id>([id])
  const stack = blocks[id]?.content.toReversed() ?? []
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const block = blocks[next]
    if (block === undefined || !block.alive || seen.has(next) || PAGE_TYPES.has(block.type)) continue
    seen.add(next)
    if (HEADING_TYPES.has(block.type)) headings.push(block)
    for (const child of block.content.toReversed()) stack.push(child)
  }
  return headings
}
