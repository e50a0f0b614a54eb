import type { SiteIndex, SitePage } from '../site/site-index'
import { escapeLine, listInReadingOrder } from './llms'

/** The size of a part, estimated, in bytes. */
const PART_BYTES = 5_000_000
/** The estimated size of a word in Markdown, and of what each page has besides its words. */
const WORD_BYTES = 8
const PAGE_BYTES = 500

/** Returns the public pages of each part of `llms-full.txt`, in reading order. The sizes of parts are estimates: no page is rendered. */
export function divideIntoParts(index: SiteIndex, partBytes = PART_BYTES): SitePage[][] {
  const parts: SitePage[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const page of listInReadingOrder(index)) {
    if (page.address !== undefined) continue
    const own = PAGE_BYTES + page.words * WORD_BYTES
    if (size + own > partBytes) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(page)
    size += own
  }
  return parts
}

/** Returns the URL of a part, counted from 1. */
export const getPartUrl = (siteUrl: string, part: number): string => `${siteUrl}/llms-full-${part}.txt`

/** Renders the first lines of the text: the name of the site, and which part this is if there are several. */
export function renderPartHeading({ name }: SiteIndex, part: string | undefined, parts: number): string {
  return `# ${escapeLine(name)}\n\n${part === undefined ? '' : `Part ${part} of ${parts}\n\n`}`
}

/** Renders `llms-full.txt` for a site of several parts: links to them, with the first title of each. */
export function renderPartList(parts: readonly SitePage[][], { name }: SiteIndex, siteUrl: string): string {
  const lines = parts.map((pages, at) => {
    return `- [Part ${at + 1}, from “${escapeLine(pages[0]?.title ?? '')}”](${getPartUrl(siteUrl, at + 1)})`
  })
  return `# ${escapeLine(name)}\n\nThe text of all public pages, in ${parts.length} parts:\n\n${lines.join('\n')}\n`
}
