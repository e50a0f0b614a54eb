import '@/styles/collection-controls.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { CollectionData } from '@/islands/collection/data'
import { Mounted } from '../hydrate-island'
import { getIdPrefix, type IslandOptions } from '../island'
import { type Changes, readChanges } from './changes'
import { Collection } from './collection'
import type { RowsRequest } from './rows-request'

/**
 * Makes a database of the content operable, and restores what the visitor changed in it. Resolves when its tabs respond: an event that
 * reaches its panel before React has hydrated it makes React do that at once. Rejects if they never do.
 */
export function mountCollection(
  element: HTMLElement,
  { signal, properties }: IslandOptions,
  early: RowsRequest | undefined,
): Promise<void> {
  const number = Number(element.dataset.properties)
  // The server put the properties into the document.
  const data = properties[number] as CollectionData
  const { innerHTML } = element
  const { pageState } = window
  const restored = readChanges(pageState?.changes[number], data)
  let changes: Changes | undefined
  const save = () => {
    if (changes === undefined || pageState === undefined) return
    pageState.changes[number] = { ...changes, height: element.getBoundingClientRect().height }
    pageState.save()
  }
  const change = (next: Changes) => {
    changes = next
    save()
  }
  // The page keeps its height until everything is shown.
  const release = () => {
    element.removeAttribute('style')
    changes ??= restored
  }
  const resizes = new ResizeObserver(save)
  resizes.observe(element)
  signal.addEventListener('abort', () => resizes.disconnect())
  return new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      // React has removed the content.
      element.innerHTML = innerHTML
      reportError(error)
      reject(error)
    }
    const collection = (
      <Mounted onMount={resolve}>
        <Collection data={data} early={early} restored={restored} onChange={change} onRestore={release} />
      </Mounted>
    )
    const options = { identifierPrefix: getIdPrefix(number), onUncaughtError: fail }
    const root = restored ? createRoot(element, options) : hydrateRoot(element, collection, options)
    // The server rendered it without the changes.
    if (restored) root.render(collection)
    // React refuses to remove a root while it renders another.
    signal.addEventListener('abort', () => setTimeout(() => root.unmount()))
    signal.addEventListener('abort', () => resolve())
  })
}
