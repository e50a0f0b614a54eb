import type { BlockProps } from './block-props'
import { Children } from './children'

/** The anchor of a block without text. */
export function Anchor({ block, content }: BlockProps<'anchor'>) {
  return (
    <div id={block.id}>
      <Children ids={content} />
    </div>
  )
}
