import { useCallback, useRef, useState } from 'react'
import type { CollectionData } from '@/islands/collection/data'

export interface Rows {
  data: CollectionData
  /** Loads the remaining rows once, and returns whether all rows are present. */
  load(): Promise<boolean>
  /**
   * Loads the remaining rows when the visitor is about to request them. Undefined if no rows are shown yet: they would appear under the
   * pointer, and move the button that the visitor is about to press.
   */
  prefetch?: () => void
  failed: boolean
}

/** Returns the rows of the document, and after `load` all rows. When the page is rendered again, they must be loaded again. */
export function useRows(sent: CollectionData): Rows {
  const [loaded, setLoaded] = useState<{ of: CollectionData; data: CollectionData }>()
  const [failed, setFailed] = useState<CollectionData>()
  const pending = useRef<{ of: CollectionData; rest: Promise<boolean> }>(undefined)

  const load = useCallback(() => {
    const { data: address, pages } = sent.rest ?? {}
    if (address === undefined) return Promise.resolve(true)
    if (pending.current?.of === sent) return pending.current.rest
    const rest = fetchRows(address).then(
      (rows) => {
        if (pending.current?.of !== sent) return false
        setLoaded({ of: sent, data: { ...rows, name: sent.name, rest: pages === undefined ? undefined : { pages } } })
        setFailed(undefined)
        return true
      },
      () => {
        if (pending.current?.of !== sent) return false
        // The next call tries again.
        pending.current = undefined
        setFailed(sent)
        return false
      },
    )
    pending.current = { of: sent, rest }
    return rest
  }, [sent])

  return {
    data: loaded?.of === sent ? loaded.data : sent,
    load,
    prefetch: sent.rows.length > 0 ? load : undefined,
    failed: failed === sent,
  }
}

async function fetchRows(address: string): Promise<CollectionData> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The rows could not be loaded: status ${response.status}`)
  return (await response.json()) as CollectionData
}
