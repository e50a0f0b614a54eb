import type { ElementType, Key } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { rendersSlot } from './slot-scope'

// The JSX runtime of the components of a site folder, to which `tools/site-components.mjs` links them. It has the interface of React's runtime
// for development, because only that one knows files and lines.

export { Fragment }

/** Where an element is written. */
interface Source {
  fileName: string
  lineNumber: number
}

/** Creates an element. Throws an error if it is in a slot and has an event handler, which HTML cannot contain. */
export function jsxDEV(
  type: ElementType,
  props: Record<string, unknown>,
  key: Key | undefined,
  isStatic: boolean,
  source?: Source,
) {
  if (typeof type === 'string' && rendersSlot()) refuseFunctions(type, props, source)
  return (isStatic ? jsxs : jsx)(type, props, key)
}

function refuseFunctions(type: string, props: Record<string, unknown>, source: Source | undefined): void {
  // Packages may have handlers for browsers, without which they are HTML, too.
  if (source?.fileName.includes('node_modules/')) return
  const name = Object.keys(props).find((each) => each !== 'children' && typeof props[each] === 'function')
  if (name === undefined) return
  const place = source === undefined ? '' : ` in ${source.fileName}:${source.lineNumber}`
  throw new Error(
    `${name} of <${type}>${place} has no effect, because the result is HTML: put the element into an island`,
  )
}
