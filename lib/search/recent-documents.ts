import { LRUCache } from 'lru-cache'
import type { Site } from '../site/site'
import type { SitePage } from '../site/site-index'
import type { Id } from '../workspace/record-map'
import type { PageDocument } from './documents'

/** Longer documents, in characters, are not cached. */
const MAX_DOCUMENT_LENGTH = 50_000

/** Caches the recently shown documents of one state of the site: a visitor who continues to type finds most of them again. */
export class RecentDocuments {
  readonly #known = new LRUCache<Id, PageDocument>({ max: 200 })

  constructor(readonly site: Site) {}

  async get(page: SitePage, read: () => Promise<PageDocument | undefined>): Promise<PageDocument | undefined> {
    const document = this.#known.get(page.id) ?? (await read())
    if (document !== undefined && getLength(document) <= MAX_DOCUMENT_LENGTH) this.#known.set(page.id, document)
    return document
  }
}

const getLength = ({ title, properties, sections }: PageDocument) =>
  sections.reduce((sum, { heading, text }) => sum + heading.length + text.length, title.length + properties.length)
