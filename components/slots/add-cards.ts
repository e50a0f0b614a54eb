import type { ListedPage } from '@/lib/screens/chrome'

/** Adds the rendered card of each page to the pages of a list. Without all of them, the list has the built-in cards. */
export function addCards(pages: ListedPage[], cards: readonly string[] | undefined): ListedPage[] {
  if (cards?.length !== pages.length) return pages
  return pages.map((page, place) => {
    const card = cards[place]
    return page.post === undefined ? { ...page, card } : { ...page, post: { ...page.post, card } }
  })
}
