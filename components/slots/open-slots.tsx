import type { CollectionData } from '@/islands/collection/data'
import type { PageView } from '@/lib/page/page-view'
import type { Slots } from '@/lib/slots/registry'
import { PageEnd, type PageEndView } from '../content/page-end'
import type { PostView } from '../content/post-list'
import type { SlotPlace } from './context'
import { describePageEnd } from './describe'
import { drawRows } from './draw-rows'
import { loadSlots } from './load-slots'
import { drawChildren, drawPosts, type PageInput, renderPageParts, renderScreenParts, type ScreenInput } from './parts'
import { SlotRenderer } from './slot-renderer'

/** The components of a site folder for one page. */
export type OpenSlots = Awaited<ReturnType<typeof openSlots>>

/**
 * Loads the components of a site folder, and returns what renders one page with them. Those of the files in `without` are left out. On the
 * page thread only.
 */
export async function openSlots(slots: Slots, place: SlotPlace | undefined, without: readonly string[]) {
  const renderer = new SlotRenderer(await loadSlots(slots, without), place)
  return {
    blocks: renderer,
    /** Whether a component draws the home page. */
    hasHome: renderer.has('Home'),
    /** The components that failed so far. */
    listFailures: () => renderer.failures,
    drawPosts: (posts: PostView[]) => drawPosts(renderer, posts),
    drawRows: (data: CollectionData) => drawRows(renderer, data),
    drawChildren: (children: PageView['children']) => drawChildren(renderer, children),
    drawPageEnd: (view: PageEndView) => renderer.render('PageEnd', describePageEnd(view), () => <PageEnd {...view} />),
    drawPage: (input: Omit<PageInput, 'place'>) =>
      place === undefined ? {} : renderPageParts(renderer, { ...input, place }),
    drawScreen: (input: ScreenInput) => renderScreenParts(renderer, input),
  }
}
