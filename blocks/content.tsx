import type { ExtendedRecordMap } from 'notion-types'
import type { ReactNode } from 'react'
import { NotionRenderer } from 'react-notion-x'
import { isBlockSlotError, type SlotRenderer } from '@/components/slots/slot-renderer'
import { Link } from '@/components/ui/link'
import { PageMessagesProvider } from '@/components/ui/page-messages'
import { renderMarkup } from '@/components/ui/render-markup'
import type { PageMessages } from '@/messages/languages'
import { Drawing, DrawnBlock, getDefaultId, getSlotType } from './block-slots'
import { IslandProperties, IslandsContext } from './islands'
import { getChildren, type PreparedBlock } from './prepared-block'
import { getOutput } from './registry'

/** A block of the record map for react-notion-x. */
interface RendererBlock {
  id: string
  type: string
  parent_id: string
  content?: string[]
  format?: Record<string, unknown>
  prepared: PreparedBlock
  /** Whether a component of the site folder draws it. */
  isDrawn?: true
}

/** Renders a block that react-notion-x leaves to us. */
function Block({ block: { id, prepared, content, isDrawn } }: { block: RendererBlock }) {
  if (isDrawn) return <DrawnBlock id={id} block={prepared} content={content} />
  const { Html } = getOutput(prepared)
  return typeof Html === 'string' ? null : <Html block={prepared} content={content} />
}

const COMPONENTS = { Callout: Block, Link, PageLink: Link }

const ROOT = 'root'

/**
 * Renders the prepared blocks of a page as HTML, with the properties of its islands. `messages` are the texts of the interface within the
 * content, by default in English. Components of a site folder draw the blocks of their types.
 */
export function renderContent(body: PreparedBlock[], messages?: PageMessages, slots?: SlotRenderer): string {
  for (;;) {
    try {
      return renderOnce(body, messages, slots)
    } catch (error) {
      // The component that failed is left out from now on.
      if (!isBlockSlotError(error)) throw error
    }
  }
}

function renderOnce(body: PreparedBlock[], messages?: PageMessages, slots?: SlotRenderer): string {
  const islands = new IslandProperties()
  const surround = (content: ReactNode) => (
    <PageMessagesProvider messages={messages}>
      <IslandsContext value={islands}>{content}</IslandsContext>
    </PageMessagesProvider>
  )
  const drawing = slots && new Drawing(slots, surround)
  const content = (
    <NotionRenderer
      recordMap={createRecordMap(body, slots)}
      components={COMPONENTS}
      blockId={ROOT}
      hideBlockId
      isImageZoomable={false}
    />
  )
  const markup = renderMarkup(drawing?.surround(content) ?? surround(content))
  return (drawing?.complete(markup) ?? markup) + islands.renderScript()
}

/** Returns the record map that react-notion-x walks. The ids are only valid within it. */
function createRecordMap(body: PreparedBlock[], slots: SlotRenderer | undefined): ExtendedRecordMap {
  const blocks: Record<string, { role: 'reader'; value: Partial<RendererBlock> }> = {}
  let count = 0

  const add = (children: PreparedBlock[], parent_id: string): string[] =>
    children.map((prepared) => {
      const id = `b${++count}`
      const children = getChildren(prepared)
      const content = children.length > 0 ? add(children, id) : undefined
      const value = { id, parent_id, content, prepared, ...getRendererType(prepared) }
      if (slots?.hasBlock(getSlotType(prepared))) {
        blocks[getDefaultId(id)] = { role: 'reader', value: { ...value, id: getDefaultId(id) } }
        blocks[id] = { role: 'reader', value: { ...value, type: 'callout', format: undefined, isDrawn: true } }
      } else blocks[id] = { role: 'reader', value }
      return id
    })

  // The renderer wraps a `page` in a `main` element, which the document already has. A synced block is a plain `div`.
  blocks[ROOT] = { role: 'reader', value: { id: ROOT, type: 'transclusion_container', content: add(body, ROOT) } }
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

/** The type that react-notion-x renders: `callout` is the one that it leaves to a component. */
function getRendererType(prepared: PreparedBlock): Pick<RendererBlock, 'type' | 'format'> {
  const { Html } = getOutput(prepared)
  if (typeof Html !== 'string') return { type: 'callout' }
  return { type: Html, format: { column_ratio: prepared.type === 'column' ? prepared.ratio : undefined } }
}
