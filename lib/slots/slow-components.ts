import 'server-only'
import { getRuntime } from '../runtime'
import { getActiveSlots } from './active-slots'

/** A component that took too long in one version of the components. */
interface SlowComponent {
  version: string
  isLeftOut: boolean
  /** How many times it took too long. */
  count: number
}

declare module '../runtime' {
  interface Runtime {
    /** The components that took too long, by their files. Set by the process with the page thread. */
    slowComponents?: Map<string, SlowComponent>
  }
}

/** Returns the files of the components that are left out now, because they took too long. */
export function listSlowComponents(): string[] {
  const slow = getRuntime().slowComponents
  if (slow === undefined || slow.size === 0) return []
  const current = getActiveSlots()?.version ?? ''
  return [...slow]
    .filter(([, { version, isLeftOut }]) => isLeftOut && version === current)
    .map(([file]) => file)
    .sort()
}

/** The longest time of a component that is left out again and again, which is also below the limit of timers. */
const MAX_MS = 24 * 3600_000

/**
 * Leaves a component out of all pages for some time, or until it is changed. The time doubles with each repeat, because each trial delays
 * visitors until the deadline. The versions of pages change at the start and at the end of that time, so that pages are cached without it,
 * and drawn with it afterwards.
 */
export function leaveOutComponent(file: string, milliseconds: number): void {
  const runtime = getRuntime()
  runtime.slowComponents ??= new Map()
  const version = getActiveSlots()?.version ?? ''
  const known = runtime.slowComponents.get(file)
  const count = known?.version === version ? known.count + 1 : 1
  const slow: SlowComponent = { version, isLeftOut: true, count }
  runtime.slowComponents.set(file, slow)
  runtime.expireSite?.()
  const end = setTimeout(
    () => {
      slow.isLeftOut = false
      runtime.expireSite?.()
    },
    Math.min(milliseconds * 2 ** (count - 1), MAX_MS),
  )
  end.unref()
}
