import { useCallback, useRef, useState } from 'react'
import type { CollectionData } from '@/lib/page/wire/collection'

export interface Rows {
  data: CollectionData
  /** Brings the rest, once, and says whether everything is here. */
  load(): Promise<boolean>
  /** Loads the rest before it is requested; undefined if the rows would appear at once, and move what the reader is about to press. */
  prefetch?: () => void
  failed: boolean
}

/** A collection as the document brought it, and as it is once the rest was wanted. Brought anew, it is without its rest again. */
export function useRows(sent: CollectionData): Rows {
  const [whole, setWhole] = useState<{ of: CollectionData; data: CollectionData }>()
  const [failed, setFailed] = useState<CollectionData>()
  const coming = useRef<{ of: CollectionData; rest: Promise<boolean> }>(undefined)

  const load = useCallback(() => {
    const { data: address, pages } = sent.rest ?? {}
    if (address === undefined) return Promise.resolve(true)
    if (coming.current?.of === sent) return coming.current.rest
    const rest = fetchRows(address).then(
      (rows) => {
        if (coming.current?.of !== sent) return false
        setWhole({ of: sent, data: { ...rows, name: sent.name, rest: pages === undefined ? undefined : { pages } } })
        setFailed(undefined)
        return true
      },
      () => {
        if (coming.current?.of !== sent) return false
        // The next wish tries again.
        coming.current = undefined
        setFailed(sent)
        return false
      },
    )
    coming.current = { of: sent, rest }
    return rest
  }, [sent])

  return {
    data: whole?.of === sent ? whole.data : sent,
    load,
    prefetch: sent.rows.length > 0 ? load : undefined,
    failed: failed === sent,
  }
}

async function fetchRows(address: string): Promise<CollectionData> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The rows were answered with ${response.status}`)
  return (await response.json()) as CollectionData
}
