import { createContext, type ReactNode, use } from 'react'
import { renderToString } from 'react-dom/server'
import { getIdPrefix } from '@/islands/island'

/** The properties of the islands of one content, in the order in which they are rendered. */
export class IslandProperties {
  readonly #all: unknown[] = []

  /** Returns the number of an island, from 0. */
  add(properties: unknown): number {
    return this.#all.push(properties) - 1
  }

  /** Returns the element with the properties of all islands, which the browser reads; an empty string if there are none. */
  renderScript(): string {
    if (this.#all.length === 0) return ''
    return `<script type="application/json" data-islands>${JSON.stringify(this.#all).replaceAll('<', '\\u003c')}</script>`
  }
}

export const IslandsContext = createContext<IslandProperties | undefined>(undefined)

interface IslandProps {
  /** The name of its module in `islands/mount.ts`. */
  name: string
  className: string
  properties: unknown
  children: ReactNode
}

/**
 * A section whose content is a React tree in the browser too. It is rendered by itself, as a root that can be hydrated: static markup has no
 * marks between neighboring texts.
 */
export function Island({ name, className, properties, children }: IslandProps) {
  const islands = use(IslandsContext)
  if (islands === undefined) throw new Error('An island was rendered outside of content')
  const number = islands.add(properties)
  const html = renderToString(children, { identifierPrefix: getIdPrefix(number) })
  // React leaves out a part within `Suspense` whose component throws an error. In texts, `<` is escaped.
  if (html.includes('<!--$!-->')) throw new Error(`React did not render all of an island: ${name}`)
  return (
    <section
      className={className}
      data-island={name}
      data-properties={number}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
