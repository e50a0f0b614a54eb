import { type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { CollectionData } from '@/islands/collection/data'
import { getIdPrefix, type IslandOptions } from '../island'
import { Collection } from './collection'

/** Makes a database of the content operable. Resolves when its controls respond, and rejects if they never do. */
export function mountCollection(element: HTMLElement, { signal, properties }: IslandOptions): Promise<void> {
  const number = Number(element.dataset.properties)
  // The server put the properties into the document.
  const data = properties[number] as CollectionData
  const { innerHTML } = element
  return new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      // React has removed the content.
      element.innerHTML = innerHTML
      reportError(error)
      reject(error)
    }
    const root = hydrateRoot(
      element,
      <Mounted onMount={resolve}>
        <Collection data={data} />
      </Mounted>,
      { identifierPrefix: getIdPrefix(number), onUncaughtError: fail },
    )
    // React refuses to remove a root while it renders another.
    signal.addEventListener('abort', () => setTimeout(() => root.unmount()))
    signal.addEventListener('abort', () => resolve())
  })
}

/** Calls `onMount` after the effects of its children. */
function Mounted({ onMount, children }: { onMount: () => void; children: ReactNode }) {
  useEffect(onMount, [onMount])
  return children
}
