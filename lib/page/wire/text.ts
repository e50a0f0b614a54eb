import type { PlacedText } from '../types'

/** The words of prepared text without their formats; an equation is its source. Of a detached text it knows none. */
export function plainText(text: PlacedText | undefined): string {
  if (!text || typeof text === 'number') return ''
  if (typeof text === 'string') return text
  return text.map((piece) => (typeof piece === 'string' ? piece : piece[0])).join('')
}
