import type { WireText } from './types'

/** The words of prepared text without their formats; an equation is its source. */
export function plainText(text: WireText | 0 | undefined): string {
  if (!text) return ''
  if (typeof text === 'string') return text
  return text.map((piece) => (typeof piece === 'string' ? piece : piece[0])).join('')
}
