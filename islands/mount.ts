import type { PageMessages } from '@/messages/languages'
import { copyHeadingAddresses, keepTargetOpen } from './anchors'
import { mountCode } from './code'
import { layOutFormulas } from './formulas'
import type { IslandOptions } from './island'
import { mountMedia } from './media'
import { mountPictures } from './pictures'
import { mountTabs } from './tabs'

/** Makes the elements of a content operable. A promise resolves when their controls respond. */
type Mount = (content: HTMLElement, options: IslandOptions) => void | Promise<void>

/** What visitors can operate, by selector. Databases are large, so only pages with one load their module. */
const ISLANDS: Record<string, Mount> = {
  '.block-image': mountPictures,
  '.block-video, .block-embed': mountMedia,
  '.block-tabs': mountTabs,
  '.block-code': mountCode,
  '[data-island=collection]': async (content, options) => {
    const { mountCollections } = await import('./collection/mount')
    if (!options.signal.aborted) await mountCollections(content, options)
  },
}

/** The controls of the rest of the page do not wait longer for those of the content, in milliseconds. */
const DEADLINE_MS = 10_000

/** Resolves when the islands of the shown content respond to clicks. */
let mounted: Promise<unknown> = Promise.resolve()

export const whenIslandsMounted = (): Promise<unknown> => mounted

/**
 * Makes the content of a page operable, until the returned function is called. An element whose module fails works as it does without
 * script.
 */
export function mountIslands(content: HTMLElement, messages: PageMessages): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const options = { messages, signal, properties: readProperties(content) }
  const found = Object.entries(ISLANDS).filter(([selector]) => content.querySelector(selector))
  const all = found.map(async ([, mount]) => {
    try {
      await mount(content, options)
    } catch (error) {
      reportError(error)
    }
  })
  const deadline = new Promise((resolve) => setTimeout(resolve, DEADLINE_MS))
  mounted = Promise.race([Promise.all(all), deadline]).then(() => content.setAttribute('data-mounted', ''))
  copyHeadingAddresses(signal)
  layOutFormulas(content, signal)
  // The target may be in a tab.
  keepTargetOpen(signal)
  return () => controller.abort()
}

function readProperties(content: HTMLElement): readonly unknown[] {
  const script = content.querySelector('script[data-islands]')
  return script === null ? [] : (JSON.parse(script.textContent) as unknown[])
}
