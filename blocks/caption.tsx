import { RichText } from '@/components/ui/rich-text'
import type { WireText } from '@/lib/page/wire/text'

export function Caption({ text }: { text: WireText | undefined }) {
  return text ? (
    <figcaption>
      <RichText text={text} />
    </figcaption>
  ) : null
}
