import type { CollectionData } from './data'

const getStorageKey = ({ id }: CollectionData): string => `collection:${id}`

/**
 * Returns the id of the view that the visitor selected last; undefined if there is none, if it no longer exists, if it is the first one,
 * or if storage is forbidden.
 */
export function getStoredView(data: CollectionData): string | undefined {
  try {
    const stored = localStorage.getItem(getStorageKey(data))
    return data.views.slice(1).find(({ id }) => id === stored)?.id
  } catch {
    return undefined
  }
}

export function storeView(data: CollectionData, view: string): void {
  try {
    localStorage.setItem(getStorageKey(data), view)
  } catch {
    // The selection then lasts as long as the page.
  }
}
