import type { PlacedText } from '@/lib/page/wire/text'

/** What every block that holds text and other blocks is drawn from. */
export interface BlockProps {
  text: PlacedText | undefined
  /** Ids of the blocks inside. */
  content: string[] | undefined
}

/** A media block's caption. */
export interface Captioned {
  caption: PlacedText | undefined
}

/** The class of a block and of its colour. */
export function classes(name: string, color: string | undefined): string {
  return color === undefined ? name : `${name} notion-${color}`
}
