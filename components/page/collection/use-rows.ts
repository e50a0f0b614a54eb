import { useCallback, useRef, useState } from 'react'
import type { CollectionData } from '@/lib/page/collection/types'

export interface Rows {
  data: CollectionData
  /** Brings the rest, once; does nothing where everything is here. */
  load(): Promise<void>
  failed: boolean
}

/** A collection as the document brought it, and as it is once the rest was wanted. */
export function useRows(sent: CollectionData): Rows {
  const [whole, setWhole] = useState<{ of: CollectionData; data: CollectionData }>()
  const [failed, setFailed] = useState(false)
  const coming = useRef<Promise<void>>(undefined)
  const address = sent.rest?.data

  const load = useCallback(() => {
    if (address === undefined) return Promise.resolve()
    coming.current ??= fetchRows(address)
      .then((rows) => {
        setWhole({
          of: sent,
          data: {
            ...rows,
            name: sent.name,
            rest: sent.rest?.pages === undefined ? undefined : { pages: sent.rest.pages },
          },
        })
        setFailed(false)
      })
      .catch(() => {
        // The next wish tries again.
        coming.current = undefined
        setFailed(true)
      })
    return coming.current
  }, [address, sent])

  return { data: whole?.of === sent ? whole.data : sent, load, failed }
}

async function fetchRows(address: string): Promise<CollectionData> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The rows were answered with ${response.status}`)
  return (await response.json()) as CollectionData
}
