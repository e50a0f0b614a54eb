import { createContext, type ReactNode, use } from 'react'
import { NotionRenderer, useNotionContext } from 'react-notion-x'
import type { SlotRenderer } from '@/components/slots/slot-renderer'
import { BlockText } from './block-parts'
import type { PreparedBlock } from './prepared-block'

/** No text of a workspace can contain it. */
const MARK = `slot-${crypto.randomUUID()}-`
const MARKS = new RegExp(`${MARK}(\\d+)\\.`, 'g')

/** What components of a site folder draw within one content. */
export class Drawing {
  readonly #held: string[] = []

  constructor(
    readonly slots: SlotRenderer,
    readonly surroundContent: (content: ReactNode) => ReactNode,
  ) {}

  /** Gives the content, or a block that is rendered by itself, the contexts of the content. */
  surround = (content: ReactNode): ReactNode =>
    this.surroundContent(<DrawingContext value={this}>{content}</DrawingContext>)

  /** Returns a text that stands for markup until the content is complete. */
  hold(html: string): string {
    return `${MARK}${this.#held.push(html) - 1}.`
  }

  /** Puts the markup of blocks into that of their content. Markup may contain further marks. */
  complete(html: string): string {
    return html.replace(MARKS, (_, number: string) => this.complete(this.#held[Number(number)] ?? ''))
  }
}

const DrawingContext = createContext<Drawing | undefined>(undefined)

/** The name of a block's type in a site folder. */
export const getSlotType = (block: PreparedBlock): string => block.notionType ?? block.type

/** The id of the record with the built-in form of a block. */
export const getDefaultId = (id: string): string => `${id}-default`

interface DrawnBlockProps {
  id: string
  block: PreparedBlock
  content: string[] | undefined
}

/** A block that a component of the site folder draws. */
export function DrawnBlock({ id, block, content }: DrawnBlockProps) {
  const drawing = use(DrawingContext)
  const { recordMap, components } = useNotionContext()
  if (drawing === undefined) throw new Error('A block was rendered outside of content')
  const { children: _, notionType: __, ...values } = { children: undefined, ...block }
  const { text = '', caption = '', ...plain } = { text: '', caption: '', ...values }
  const renderBlocks = (ids: string[]) =>
    ids.map((each) => (
      <NotionRenderer
        key={each}
        recordMap={recordMap}
        components={components}
        blockId={each}
        hideBlockId
        isImageZoomable={false}
      />
    ))
  const renderDefault = () => renderBlocks([getDefaultId(id)])
  const html = drawing.slots.renderBlock(
    getSlotType(block),
    {
      block: { ...plain, type: getSlotType(block) },
      text: text && <BlockText text={text} />,
      caption: caption && <BlockText text={caption} />,
      children: content && renderBlocks(content),
      Default: renderDefault,
    },
    drawing.surround,
  )
  return drawing.hold(html)
}
