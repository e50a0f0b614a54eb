import { useEffect, useState } from 'react'
import type { CollectionData, View } from '@/islands/collection/data'

function getStorageKey(data: CollectionData): string {
  return `collection:${data.id}`
}

/**
 * Returns the selected view and a function that selects another. The selection is stored by the browser and applied after hydration,
 * which must match the server's HTML. A stored view that no longer exists is ignored.
 */
export function useSelectedView(data: CollectionData): [view: View | undefined, select: (view: View) => void] {
  const [selected, setSelected] = useState<string>()
  const key = getStorageKey(data)

  useEffect(() => {
    setSelected(readStored(key))
  }, [key])

  const select = (view: View) => {
    setSelected(view.id)
    store(key, view.id)
  }
  return [data.views.find((view) => view.id === selected) ?? data.views[0], select]
}

function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    // Storage may be forbidden.
    return undefined
  }
}

function store(key: string, view: string): void {
  try {
    localStorage.setItem(key, view)
  } catch {
    // The selection then lasts as long as the page.
  }
}
