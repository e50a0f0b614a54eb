import { type ComponentType, createContext } from 'react'
import type { SitePlace } from '../site/site-header'

/** Where a slot is drawn. */
export interface SlotPlace extends SitePlace {
  /** Whether the header shows the account of a member, which the browser adds. */
  hasAccount?: boolean
  /** Address of the page's Markdown copy, if it has one. */
  markdown?: string | undefined
  /** Whether it is an error page, which has neither the style sheets of the design nor its scripts. */
  isError?: boolean
}

/** An island that a slot contains. */
export interface PlacedIsland {
  Component: ComponentType<object>
  /** Address of its script. */
  script: string
  /** Precedes the ids that React generates in it. */
  prefix: string
}

/** What the parts of `colophon/site` need. */
interface SlotValues {
  place?: SlotPlace
  /** Throws an error if there is no island of that name. */
  placeIsland(name: string): PlacedIsland
}

export const SlotContext = createContext<SlotValues | undefined>(undefined)
