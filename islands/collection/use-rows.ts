import { useCallback, useRef, useState } from 'react'
import type { CollectionData } from '@/islands/collection/data'
import { type RowsRequest, requestRows } from './rows-request'

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

/** Returns the rows of the document, and after `load` all rows. `early` is a request for them that was made before React was loaded. */
export function useRows(sent: CollectionData, early: RowsRequest | undefined): Rows {
  const [loaded, setLoaded] = useState<CollectionData>()
  const [failed, setFailed] = useState(false)
  const pending = useRef<Promise<boolean>>(undefined)

  const load = useCallback(() => {
    const { data: address, pages } = sent.rest ?? {}
    if (address === undefined) return Promise.resolve(true)
    if (pending.current) return pending.current
    const show = (rows: CollectionData) => {
      setLoaded({ ...rows, name: sent.name, rest: pages === undefined ? undefined : { pages } })
      setFailed(false)
      return true
    }
    const request = early === undefined || early.result === 'failed' ? requestRows(address) : early
    if (request.result !== undefined && request.result !== 'failed') {
      // At once, so that they are drawn together with what the visitor selects.
      show(request.result)
      pending.current = Promise.resolve(true)
      return pending.current
    }
    pending.current = request.promise.then(show, () => {
      // The next call tries again.
      pending.current = undefined
      setFailed(true)
      return false
    })
    return pending.current
  }, [sent, early])

  return { data: loaded ?? sent, load, prefetch: sent.rows.length > 0 ? load : undefined, failed }
}
