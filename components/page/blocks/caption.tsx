import type { PlacedText } from '@/lib/page/wire/text'
import { RichText } from '../rich-text'

export function Caption({ text }: { text: PlacedText | undefined }) {
  return text ? (
    <figcaption>
      <RichText text={text} />
    </figcaption>
  ) : null
}
