/** How a page is laid out: with a wide text, without what is around the text, or also without the header of the site. */
export type PageLayout = 'wide' | 'plain' | 'landing'

const LAYOUTS: ReadonlyMap<string, PageLayout> = new Map([
  ['wide', 'wide'],
  ['plain', 'plain'],
  ['landing', 'landing'],
])

/** Returns the layout that an editor wrote; undefined if there is none of that name. */
export const parsePageLayout = (text: string): PageLayout | undefined => LAYOUTS.get(text.trim().toLowerCase())
