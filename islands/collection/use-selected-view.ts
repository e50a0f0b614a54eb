import { useEffect, useState } from 'react'
import type { CollectionData, View } from '@/islands/collection/data'
import { getStoredView, storeView } from './stored-view'

/**
 * Returns the selected view and a function that selects another. The selection is stored by the browser and applied after hydration,
 * which must match the server's HTML. A stored view that no longer exists is ignored.
 */
export function useSelectedView(data: CollectionData): [view: View | undefined, select: (view: View) => void] {
  const [selected, setSelected] = useState<string>()

  useEffect(() => {
    setSelected(getStoredView(data))
  }, [data])

  const select = (view: View) => {
    setSelected(view.id)
    storeView(data, view.id)
  }
  return [data.views.find((view) => view.id === selected) ?? data.views[0], select]
}
