import type { WireText } from '@/lib/page/wire/text'

/** Props of every block with text and child blocks. */
export interface BlockProps {
  text: WireText | undefined
  /** Ids of the child blocks. */
  content: string[] | undefined
}

/** Props of a media block with a caption. */
export interface Captioned {
  caption: WireText | undefined
}

/** Returns the class names of a block and of its color. */
export function classes(name: string, color: string | undefined): string {
  return color === undefined ? name : `${name} notion-${color}`
}
