import type { ViewContext } from './view-context'

/** An emoji as it is; an icon's address as the browser loads it. */
export function getIconAddress(
  icon: string,
  block: string,
  fileAddress: ViewContext['fileAddress'],
): string | undefined {
  return /^(?:\/|\w+:)/.test(icon) ? fileAddress(icon, block, 128) : icon
}
