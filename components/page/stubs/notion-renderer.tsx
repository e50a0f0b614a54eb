import type { ExtendedRecordMap } from 'notion-types'
import { type ComponentType, createContext, type ReactNode, use, useMemo } from 'react'
import type { ExpandedBlock } from '../expand'

/*
 * Replaces `react-notion-x` in the browser. That library is one module of 23 kB, of which the browser needs only the recursion and
 * four types of blocks. A test ensures that the HTML is identical to that of the library on the server.
 */

interface NotionContext {
  recordMap: ExtendedRecordMap
  components: { Callout: ComponentType<{ block: ExpandedBlock }> }
}

const NotionContext = createContext<NotionContext | undefined>(undefined)

export function useNotionContext(): NotionContext {
  const context = use(NotionContext)
  if (context === undefined) throw new Error('A block was rendered outside a page body')
  return context
}

/** Renders a block and its children. All types but columns, synced blocks and dividers are passed to `components.Callout`. */
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
          <div className="notion-column notion-block" style={{ width: getColumnWidth(recordMap, block) }}>
            {children}
          </div>
          <div className="notion-spacer" />
        </>
      )
    case 'transclusion_container':
      return <div className="notion-sync-block notion-block">{children}</div>
  }
}

function getColumnWidth(recordMap: ExtendedRecordMap, { parent_id, format }: ExpandedBlock): string {
  const ratio = Number(format?.column_ratio) || 0.5
  const columns = readBlock(recordMap, parent_id)?.content?.length || Math.max(2, Math.ceil(1 / ratio))
  return `calc((100% - (${columns - 1} * min(32px, 4vw))) * ${ratio})`
}

/** `toRecordMap` created the record map, so its values are expanded blocks. */
function readBlock({ block }: ExtendedRecordMap, id: string): ExpandedBlock | undefined {
  return block[id]?.value as ExpandedBlock | undefined
}
