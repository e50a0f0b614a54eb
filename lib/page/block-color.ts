import { parseColor } from '../workspace/color-names'

/** Returns a Notion color such as `red` or `red_background`; undefined for the default color and for any other value. */
export function getBlockColor(value: unknown): string | undefined {
  const color = parseColor(value)
  return color?.startsWith('default') ? undefined : color
}
