import { useEffect, useState } from 'react'
import type { CollectionData, View } from '@/lib/page/wire/collection'

function storageKey(data: CollectionData): string {
  return `collection:${data.id}`
}

/**
 * The chosen view and how to choose another. The choice is remembered by the browser and taken up after the first render, so that
 * this is what the server sent. A remembered view that is gone counts as none.
 */
export function useSelectedView(data: CollectionData): [view: View | undefined, select: (view: View) => void] {
  const [selected, setSelected] = useState<string>()
  const key = storageKey(data)

  useEffect(() => {
    setSelected(remembered(key))
  }, [key])

  const select = (view: View) => {
    setSelected(view.id)
    remember(key, view.id)
  }
  return [data.views.find((view) => view.id === selected) ?? data.views[0], select]
}

function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    // A browser that keeps nothing for this site has nothing to say.
    return undefined
  }
}

function remember(key: string, view: string): void {
  try {
    localStorage.setItem(key, view)
  } catch {
    // The choice then lasts as long as the page.
  }
}
