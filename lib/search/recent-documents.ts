import type { Site } from '../site/site'
import type { SitePage } from '../site/types'
import type { Id } from '../workspace/record-map'
import type { PageDocument } from './documents'

const MOST = 200
/** In characters; longer ones are read again. */
const LONGEST = 50_000

/** Keeps the pages of one state of the site that were shown last: whoever types on finds most of them again. */
export class RecentDocuments {
  readonly #known = new Map<Id, PageDocument>()

  constructor(readonly site: Site) {}

  async get(page: SitePage, read: () => Promise<PageDocument | undefined>): Promise<PageDocument | undefined> {
    const document = this.#known.get(page.id) ?? (await read())
    if (document === undefined || lengthOf(document) > LONGEST) return document
    // At the end again, so that the first one is the one that was shown longest ago.
    this.#known.delete(page.id)
    this.#known.set(page.id, document)
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size > MOST) this.#known.delete(oldest)
    return document
  }
}

const lengthOf = ({ title, properties, sections }: PageDocument) =>
  sections.reduce((sum, { heading, text }) => sum + heading.length + text.length, title.length + properties.length)
