import { type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** An island of a site folder. */
interface SiteIsland {
  Component: ComponentType<object>
  props: object
  /** Precedes the ids that React generates in it. */
  prefix: string | undefined
}

/** Hydrates an island of a site folder. Resolves when it responds, and rejects if it never does. */
export function hydrateIsland(element: HTMLElement, { Component, props, prefix }: SiteIsland): Promise<void> {
  const { innerHTML } = element
  return new Promise((resolve, reject) => {
    const onUncaughtError = (error: unknown) => {
      // React has removed the content.
      element.innerHTML = innerHTML
      reportError(error)
      reject(error)
    }
    const island = (
      <Mounted onMount={resolve}>
        <Component {...props} />
      </Mounted>
    )
    hydrateRoot(element, island, { identifierPrefix: prefix, onUncaughtError })
  })
}

/** Calls `onMount` after the effects of its children outside of `Suspense`. */
export function Mounted({ onMount, children }: { onMount: () => void; children: ReactNode }) {
  useEffect(onMount, [onMount])
  return children
}
