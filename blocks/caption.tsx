import { RichText } from '@/components/ui/rich-text'
import type { PreparedText } from '@/lib/page/prepared-text'

export function Caption({ text }: { text: PreparedText | undefined }) {
  return text ? (
    <figcaption>
      <RichText text={text} />
    </figcaption>
  ) : null
}
