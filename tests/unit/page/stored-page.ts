import type { BodyHooks } from '@/blocks/block-family'
import { prepareBody } from '@/blocks/body'
import { getMediaAddress } from '@/lib/page/media-address'
import type { ViewContext } from '@/lib/page/view-context'
import type { PageLink } from '@/lib/site/site-index'
import type { Block, Id, RichText } from '@/lib/workspace/record-map'
import type { StoredPage } from '@/lib/workspace/stored'

export interface BlockInit {
  id?: Id
  type: string
  /** The `title` property. A string is one piece without formats. */
  title?: string | RichText
  properties?: Record<string, string | RichText>
  format?: Record<string, unknown>
  content?: BlockInit[]
}

export const PAGE_ID = createNumberedId(0xf000)

/** Creates a readable id from a number, such as `00000000-0000-4000-8000-00000000002a`. */
export function createNumberedId(number: number): Id {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
}

/** Creates a stored page with the given blocks. Blocks without an id are numbered from 1 in reading order. */
export function createStoredPage(content: BlockInit[], more: Partial<StoredPage> = {}): StoredPage {
  const blocks: Record<Id, Block> = {}
  let count = 0
  const addBlock = (init: BlockInit, parent: Id): Id => {
    const id = init.id ?? createNumberedId(++count)
    const texts = { ...(init.title !== undefined && { title: init.title }), ...init.properties }
    const properties = Object.fromEntries(
      Object.entries(texts).map(
        ([key, text]) => [key, typeof text === 'string' ? [[text]] : text] as [string, RichText],
      ),
    )
    const { type, format = {} } = init
    const base = { id, type, parent_id: parent, parent_table: 'block' as const, alive: true, properties, format }
    const block: Block = { ...base, content: [], created_time: 0, last_edited_time: 0 }
    blocks[id] = block
    block.content = (init.content ?? []).map((child) => addBlock(child, id))
    return id
  }
  addBlock({ id: PAGE_ID, type: 'page', title: 'Page', content }, createNumberedId(0xffff))
  return { id: PAGE_ID, blocks, views: {}, queries: {}, users: {}, files: {}, previews: {}, emojis: {}, ...more }
}

/** Creates the context of a site on which visitors may read the given pages, and which stores the attachments of the workspace. */
export function createTestContext(pages: Record<Id, PageLink> = {}, users: Record<Id, string> = {}): ViewContext {
  return {
    isListed: () => true,
    pageLink: (id) => pages[id],
    userName: (id) => users[id],
    fileAddress: (source, block) =>
      source.startsWith('attachment:') ? `/files/hash/${source.split(':').at(-1)}` : getMediaAddress(source, block, {}),
    fileSize: () => undefined,
    fileType: () => undefined,
    embeds: 'load',
    timeZone: 'UTC',
    locale: 'en',
  }
}

export const HOOKS: BodyHooks = { collection: () => undefined, mayShow: () => false }

/** Prepares the body of a page with the given blocks. */
export function prepareTestBody(content: BlockInit[], context = createTestContext(), hooks: Partial<BodyHooks> = {}) {
  return prepareBody(createStoredPage(content), context, { ...HOOKS, ...hooks })
}
