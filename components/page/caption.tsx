import type { WireText } from '@/lib/page/types'
import { RichText } from './rich-text'

export function Caption({ text }: { text: WireText | 0 | undefined }) {
  return text ? (
    <figcaption>
      <RichText text={text} />
    </figcaption>
  ) : null
}
