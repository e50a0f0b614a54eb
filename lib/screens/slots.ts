import 'server-only'
import { addCards } from '../../components/slots/add-cards'
import type { SlotPlace } from '../../components/slots/context'
import type { DrawnScreen, ScreenInput } from '../../components/slots/parts'
import { drawScreenParts } from '../page/thread/page-thread'
import type { Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import { getActiveSlots } from '../slots/active-slots'
import { type Chrome, getPageChrome } from './chrome'
import type { PageListView } from './list'

/** Returns where components of the site folder draw parts of a page; undefined if there are none. */
export function createSlotPlace(
  chrome: Chrome,
  viewer: Viewer,
  more?: Pick<SlotPlace, 'isError' | 'markdown'>,
): SlotPlace | undefined {
  if (getActiveSlots() === undefined) return undefined
  // The tree of pages may be long, and no component draws it.
  const sidebar = chrome.sidebar && { ...chrome.sidebar, html: '' }
  return { chrome: { ...chrome, sidebar, head: undefined, texts: undefined }, hasAccount: viewer.signedIn, ...more }
}

/** Returns where components of the site folder draw the rows of databases on a page; undefined if they draw none. */
export async function openRowPlace(site: Site, page: SitePage, viewer: Viewer): Promise<SlotPlace | undefined> {
  if (getActiveSlots()?.slots.Card === undefined) return undefined
  return createSlotPlace(await getPageChrome(site, page, viewer), viewer)
}

/** What components draw of a screen, in addition to what the screen is without them. */
interface ScreenParts {
  chrome: Chrome
  cards?: DrawnScreen['cards']
  /** Whether built-in parts are shown because components cannot draw them now. The screen is not cached then. */
  isPostponed: boolean
}

/** Draws the parts of a screen other than a page of the workspace. */
export async function drawScreen(
  site: Site,
  chrome: Chrome,
  viewer: Viewer,
  { current, ancestors, ...content }: Omit<ScreenInput, 'place'> & Pick<SlotPlace, 'ancestors' | 'current'> = {},
): Promise<ScreenParts> {
  const place = createSlotPlace(chrome, viewer)
  if (place === undefined) return { chrome, isPostponed: false }
  try {
    const { cards, isReduced, ...slots } = await drawScreenParts(site, {
      place: { ...place, current, ancestors },
      ...content,
    })
    return { chrome: { ...chrome, slots }, cards, isPostponed: isReduced }
  } catch {
    // The thread logs why.
    return { chrome, isPostponed: true }
  }
}

/** Adds rendered cards to a list. */
export const addListCards = (view: PageListView, cards: DrawnScreen['cards']): PageListView =>
  view.kind === 'terms' ? view : { ...view, pages: addCards(view.pages, cards) }
