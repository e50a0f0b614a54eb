import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL } = constants.priority

/**
 * Lowers the CPU priority of this process (on Linux: of this thread), so that it does not slow the rendering of pages. Only a superuser
 * may raise a priority that is lower already.
 */
export function lowerPriority(): void {
  if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL)
}
