import type { ViewContext } from './view-context'

/** Returns an emoji unchanged, and the address of an image as the browser loads it. */
export function getIconAddress(
  icon: string,
  block: string,
  fileAddress: ViewContext['fileAddress'],
): string | undefined {
  return /^(?:\/|\w+:)/.test(icon) ? fileAddress(icon, block, 128) : icon
}
