import type { ExtendedRecordMap } from 'notion-types'
import { renderToStaticMarkup } from 'react-dom/server'
import { NotionRenderer } from 'react-notion-x'
import { Link } from '@/components/ui/link'
import { PageMessagesProvider } from '@/components/ui/page-messages'
import type { PageMessages } from '@/lib/messages/messages'
import { Block, DRAWN, type RendererBlock } from './block'
import { IslandProperties, IslandsContext } from './islands'
import { getChildren, type PreparedBlock } from './prepared-block'

const COMPONENTS = { Callout: Block, Link, PageLink: Link }

const ROOT = 'root'

/** Requests that React puts in front of static markup. The head of the document has them, see `getFirstPicture`. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/

/**
 * Renders the prepared blocks of a page as HTML, with the properties of its islands. `messages` are the texts of the interface within the
 * content, by default in English.
 */
export function renderContent(body: PreparedBlock[], messages?: PageMessages): string {
  const islands = new IslandProperties()
  const markup = renderToStaticMarkup(
    <PageMessagesProvider messages={messages}>
      <IslandsContext value={islands}>
        <NotionRenderer
          recordMap={createRecordMap(body)}
          components={COMPONENTS}
          blockId={ROOT}
          hideBlockId
          isImageZoomable={false}
        />
      </IslandsContext>
    </PageMessagesProvider>,
  )
  return markup.replace(PRELOADS, '') + islands.renderScript()
}

/** Returns the record map that react-notion-x walks. The ids are only valid within it. */
function createRecordMap(body: PreparedBlock[]): ExtendedRecordMap {
  const blocks: Record<string, { role: 'reader'; value: Partial<RendererBlock> }> = {}
  let count = 0

  const add = (children: PreparedBlock[], parent_id: string): string[] =>
    children.map((prepared) => {
      const id = `b${++count}`
      const children = getChildren(prepared)
      const content = children.length > 0 ? add(children, id) : undefined
      const value = { id, parent_id, content, prepared, ...getRendererType(prepared) }
      blocks[id] = { role: 'reader', value }
      return id
    })

  // The renderer wraps a `page` in a `main` element, which the document already has. A synced block is a plain `div`.
  blocks[ROOT] = { role: 'reader', value: { id: ROOT, type: DRAWN.synced, content: add(body, ROOT) } }
  const map = {
    block: blocks,
    collection: {},
    collection_view: {},
    collection_query: {},
    notion_user: {},
    signed_urls: {},
  }
  // The renderer's types require every field of a stored block, but it reads only these.
  return map as unknown as ExtendedRecordMap
}

/** Our own types become `callout`, which the renderer leaves to a component. */
function getRendererType(prepared: PreparedBlock): Pick<RendererBlock, 'type' | 'format'> {
  const { type } = prepared
  if (type === 'column') return { type, format: { column_ratio: prepared.ratio } }
  return Object.hasOwn(DRAWN, type) ? { type: DRAWN[type as keyof typeof DRAWN], format: {} } : { type: 'callout' }
}
