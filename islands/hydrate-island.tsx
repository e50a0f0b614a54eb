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
      <Hydrated onHydrate={resolve}>
        <Component {...props} />
      </Hydrated>
    )
    hydrateRoot(element, island, { identifierPrefix: prefix, onUncaughtError })
  })
}

/** Calls `onHydrate` after the effects of its children. */
function Hydrated({ onHydrate, children }: { onHydrate: () => void; children: ReactNode }) {
  useEffect(onHydrate, [onHydrate])
  return children
}
