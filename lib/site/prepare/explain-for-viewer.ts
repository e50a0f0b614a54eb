import { inheritAccess, mayRead } from '../access'
import type { Access, SiteIndex, SitePage, Viewer } from '../site-index'
import type { Explanation, Step } from './explain-access'

/** Explains who may read a page, and which step closes it to one viewer. */
export interface ViewerExplanation extends Explanation {
  isReadable: boolean
}

const OPEN: Access = { kind: 'public' }

/**
 * Explains whether a viewer may read a page of the site. `mayRead` decides, and the access at each step is that of the build of the index:
 * what the page or collection sets, combined with what is above.
 */
export function explainForViewer(page: SitePage, { pages, collections }: SiteIndex, viewer: Viewer): ViewerExplanation {
  const byId = new Map(pages.map((each) => [each.id, each]))
  const steps: Step[] = []
  const add = (step: Pick<Step, 'kind' | 'id' | 'title'>, own: Access = OPEN) =>
    steps.unshift({ ...step, own, isTrashed: false, decides: false })
  for (let at: SitePage | undefined = page; at !== undefined; at = byId.get(at.parent ?? '')) {
    add({ kind: 'page', id: at.id, title: at.title }, at.ownAccess)
    if (at.collection === undefined) continue
    // The index has no names of collections.
    const title = byId.get(at.parent ?? '')?.title ?? ''
    add({ kind: 'collection', id: at.collection, title }, collections[at.collection]?.ownAccess)
  }
  const isReadable = mayRead(page.access, viewer)
  const closing = isReadable ? undefined : findClosingStep(steps, viewer)
  if (closing !== undefined) closing.decides = true
  return { title: page.title, page, steps, isReadable }
}

/** Returns the first step at which the viewer may not read. Without one, the site has no sign-in, which closes the page itself. */
function findClosingStep(steps: readonly Step[], viewer: Viewer): Step | undefined {
  let access = OPEN
  for (const step of steps) {
    access = inheritAccess(access, step.own)
    if (!mayRead(access, viewer)) return step
  }
  return steps.at(-1)
}
