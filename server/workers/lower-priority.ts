import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL } = constants.priority

/**
 * Favours pages over the calling process; on Linux, over the calling thread. Only a superuser may raise a priority that
 * is lower already.
 */
export function lowerPriority(): void {
  if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL)
}
