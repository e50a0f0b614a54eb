import type { ExtendedRecordMap } from 'notion-types'
import { type ComponentType, createContext, type ReactNode, use, useMemo } from 'react'
import type { ExpandedBlock } from '../expand'

/*
 * Stands in the browser for `react-notion-x`, which cannot be divided: of its 23 kB the browser needs the walk and four kinds of blocks.
 * What is drawn here equals what the library draws on the server, to the attribute; a test compares the two.
 */

interface NotionContext {
  recordMap: ExtendedRecordMap
  components: { Callout: ComponentType<{ block: ExpandedBlock }> }
}

const NotionContext = createContext<NotionContext | undefined>(undefined)

export function useNotionContext(): NotionContext {
  const context = use(NotionContext)
  if (context === undefined) throw new Error('A block was drawn outside a page body')
  return context
}

/** Draws a block and what is inside it; all but columns, synced blocks and dividers is handed to `components.Callout`. */
export function NotionRenderer({ recordMap, components, blockId }: NotionContext & { blockId: string }) {
  const context = useMemo(() => ({ recordMap, components }), [recordMap, components])
  return (
    <NotionContext value={context}>
      <WalkedBlock id={blockId} />
    </NotionContext>
  )
}

function WalkedBlock({ id }: { id: string }): ReactNode {
  const { recordMap, components } = useNotionContext()
  const block = readBlock(recordMap, id)
  if (block === undefined) return null
  const children = block.content?.map((child) => <WalkedBlock key={child} id={child} />)
  switch (block.type) {
    case 'callout':
      return <components.Callout block={block} />
    case 'divider':
      return <hr className="notion-hr notion-block" />
    case 'column_list':
      return <div className="notion-row notion-block">{children}</div>
    case 'column':
      return (
        <>
          <div className="notion-column notion-block" style={{ width: columnWidth(recordMap, block) }}>
            {children}
          </div>
          <div className="notion-spacer" />
        </>
      )
    case 'transclusion_container':
      return <div className="notion-sync-block notion-block">{children}</div>
  }
}

function columnWidth(recordMap: ExtendedRecordMap, { parent_id, format }: ExpandedBlock): string {
  const ratio = Number(format?.column_ratio) || 0.5
  const columns = readBlock(recordMap, parent_id)?.content?.length || Math.max(2, Math.ceil(1 / ratio))
  return `calc((100% - (${columns - 1} * min(32px, 4vw))) * ${ratio})`
}

/** The record map is one that `expand` made, whose values are blocks of its own. */
function readBlock({ block }: ExtendedRecordMap, id: string): ExpandedBlock | undefined {
  return block[id]?.value as ExpandedBlock | undefined
}
