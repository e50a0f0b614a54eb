import { copyHeadingAddresses, keepTargetOpen } from './anchors'
import { mountCollectionsOnIntent } from './collections'
import { layOutFormulas } from './formulas'
import type { IslandOptions } from './island'
import { mountMedia } from './media'
import { mountPictures } from './pictures'
import { mountTabs } from './tabs'

/** Makes the elements of a content operable. */
type Mount = (content: HTMLElement, options: IslandOptions) => void

/** What visitors can operate, by selector. */
const ISLANDS: Record<string, Mount> = {
  '.block-image': mountPictures,
  '.block-video, .block-embed': mountMedia,
  '.block-tabs': mountTabs,
  '[data-island=collection]': mountCollectionsOnIntent,
}

/**
 * Makes the content of a page operable, until the returned function is called. An element whose module fails works as it does without
 * script.
 */
export function mountIslands(content: HTMLElement): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const options = { signal, properties: readProperties(content) }
  for (const [selector, mount] of Object.entries(ISLANDS)) {
    if (content.querySelector(selector) === null) continue
    try {
      mount(content, options)
    } catch (error) {
      reportError(error)
    }
  }
  copyHeadingAddresses(signal)
  layOutFormulas(content, signal)
  // The target may be in a tab.
  keepTargetOpen(signal)
  content.setAttribute('data-mounted', '')
  return () => controller.abort()
}

function readProperties(content: HTMLElement): readonly unknown[] {
  const script = content.querySelector('script[data-islands]')
  return script === null ? [] : (JSON.parse(script.textContent) as unknown[])
}
