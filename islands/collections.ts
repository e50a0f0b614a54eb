import type { CollectionData } from './collection/data'
import { requestRows } from './collection/rows-request'
import { getStoredView } from './collection/stored-view'
import { type HeldEvent, hold, replay } from './hold'
import { type IslandOptions, WIDE } from './island'
import { loadReact } from './load-react'
import { whenNear } from './near'

/** A database, which React makes operable. */
const ISLAND = '[data-island=collection]'

/**
 * Makes the databases of the content operable when a visitor shows the intent to use one. What is clicked or pressed before waits for that.
 * A database that a visitor saw in another view is completed when it comes near the viewport, as is a timeline on a wide screen, which marks
 * the day. One that the visitor changed before going back, or a calendar on a wide screen, is completed at once.
 */
export function mountCollectionsOnIntent(content: HTMLElement, options: IslandOptions): void {
  const { signal } = options
  const mounted = new WeakSet<Element>()
  const mounting = new WeakMap<Element, Promise<void>>()
  const waiting = new Map<HTMLElement, HeldEvent[]>()

  const getData = (island: HTMLElement) =>
    options.properties[Number(island.dataset.properties)] as CollectionData | undefined
  /** `needsRows` requests the rows that the document does not contain, which then arrive while React loads. */
  const mount = (island: HTMLElement, needsRows = true): Promise<void> => {
    const known = mounting.get(island)
    if (known) return known
    const address = needsRows ? getData(island)?.rest?.data : undefined
    const rows = address === undefined ? undefined : requestRows(address)
    const pending = loadReact().then(({ mountCollection }) => mountCollection(island, options, rows))
    mounting.set(island, pending)
    pending.then(
      () => mounted.add(island),
      () => {
        mounting.delete(island)
        island.removeAttribute('style')
      },
    )
    return pending
  }
  const wait = (event: MouseEvent | KeyboardEvent) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null
    const island = control?.closest<HTMLElement>(ISLAND)
    if (!control || !island || mounted.has(island)) return
    if (event instanceof KeyboardEvent && !(control.role === 'tab' && /^(?:Arrow|Home|End)/.test(event.key))) return
    waiting.set(island, [...(waiting.get(island) ?? []), ...hold(event, control)])
    const settle = (isReady: boolean) => {
      const settled = waiting.get(island) ?? []
      waiting.delete(island)
      if (isReady) replay(settled)
      // The next click tries again.
      else for (const { dimmed } of settled) dimmed.cancel()
    }
    mount(island).then(
      () => settle(true),
      () => settle(false),
    )
  }
  const prepare = ({ target }: Event) => {
    const island = target instanceof Element ? target.closest<HTMLElement>(ISLAND) : null
    if (!island || mounted.has(island)) return
    mount(island).catch(() => undefined)
  }
  content.addEventListener('click', wait, { capture: true, signal })
  content.addEventListener('keydown', wait, { capture: true, signal })
  content.addEventListener('intent', prepare, { signal })
  for (const island of content.querySelectorAll<HTMLElement>(ISLAND)) {
    const data = getData(island)
    const isOther = data !== undefined && getStoredView(data) !== undefined
    const isChanged = window.pageState?.changes[island.dataset.properties ?? ''] !== undefined
    const complete = () => void mount(island, isOther || isChanged).catch(() => undefined)
    const isWide = matchMedia(WIDE).matches
    const marksToday = isWide && island.querySelector('.timeline') !== null
    if (isChanged || (isWide && island.querySelector('.calendar') !== null)) complete()
    else if (marksToday || isOther) whenNear(island, signal, complete)
  }
}
