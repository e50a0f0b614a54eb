import { colorIn } from '../workspace/colors'

/** A colour of the workspace, such as `red` or `red_background`; undefined for the default and for anything else. */
export function getBlockColor(value: unknown): string | undefined {
  const color = colorIn(value)
  return color?.startsWith('default') ? undefined : color
}
