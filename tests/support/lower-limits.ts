import { onTestFinished } from 'vitest'

/** Lowers limits of the project until the end of the test, so that small, ordinary content exceeds them. */
export function lowerLimits<Limits extends object>(
  limits: Limits,
  lowered: Readonly<Partial<Record<keyof Limits, number>>>,
): void {
  const former = { ...limits }
  Object.assign(limits, lowered)
  onTestFinished(() => void Object.assign(limits, former))
}
