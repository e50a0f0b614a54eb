import type { ComponentType, ReactNode } from 'react'
import { addBasePath } from '@/lib/base-path'
import { getScriptAddress } from '@/lib/scripts'
import { trackSlot } from '@/lib/slots/running-slot'
import type { SlotFailure } from '@/lib/slots/slot-failure'
import { renderMarkup } from '../ui/render-markup'
import { type PlacedIsland, SlotContext, type SlotPlace } from './context'
import type { LoadedSlot, LoadedSlots } from './load-slots'
import type { BlockProps, SlotName, SlotPropsByName } from './props'
import { renderInSlot } from './slot-scope'

/** Thrown by a render that contains a block which the component of the site folder cannot draw. */
class BlockSlotError extends Error {
  override name = 'BlockSlotError'
}

export const isBlockSlotError = (error: unknown): boolean => error instanceof BlockSlotError

/**
 * Renders the components of a site folder for one page. A component that throws is left out of the page, and `failures` names it. Markup of
 * all its methods is undefined then, so that the caller shows the built-in part.
 */
export class SlotRenderer {
  readonly #loaded: LoadedSlots
  readonly #place: SlotPlace | undefined
  readonly #failures = new Map<string, SlotFailure>()
  #islands = 0

  constructor(loaded: LoadedSlots, place?: SlotPlace) {
    this.#loaded = loaded
    this.#place = place
  }

  get failures(): SlotFailure[] {
    return [...this.#loaded.failures, ...this.#failures.values()]
  }

  has(name: SlotName): boolean {
    return this.#find(this.#loaded.slots, name) !== undefined
  }

  /** Renders a slot; undefined if the site folder has none, or it fails. `Default` renders the built-in part. */
  render<Name extends SlotName>(
    name: Name,
    props: Omit<SlotPropsByName[Name], 'Default'>,
    Default: ComponentType,
  ): string | undefined {
    const slot = this.#find(this.#loaded.slots, name)
    if (slot === undefined) return undefined
    try {
      return this.#render(slot, { ...props, Default })
    } catch (error) {
      this.#fail(slot, error)
      return undefined
    }
  }

  hasBlock(type: string): boolean {
    return this.#find(this.#loaded.blocks, type) !== undefined
  }

  /**
   * Renders a block. `surround` gives it the context of the content. Throws an error ({@link isBlockSlotError}) if its component fails, which is then
   * left out of later renders of the content.
   */
  renderBlock(type: string, props: BlockProps, surround: (block: ReactNode) => ReactNode): string {
    const slot = this.#find(this.#loaded.blocks, type)
    if (slot === undefined) throw new Error(`There is no component for ${type}`)
    try {
      return this.#render(slot, props, surround)
    } catch (error) {
      if (!isBlockSlotError(error)) this.#fail(slot, error)
      throw new BlockSlotError(slot.file)
    }
  }

  #find<Slot extends LoadedSlot>(all: ReadonlyMap<string, Slot>, name: string): Slot | undefined {
    const slot = all.get(name)
    return slot && !this.#failures.has(slot.file) ? slot : undefined
  }

  #render({ file, Component }: LoadedSlot, props: object, surround = (element: ReactNode) => element): string {
    const Slot = Component as ComponentType<object>
    let hasIslands = false
    const placeIsland = (name: string) => {
      hasIslands = true
      return this.#placeIsland(name)
    }
    const end = trackSlot(file)
    try {
      const content = (
        <SlotContext value={{ place: this.#place, placeIsland }}>{surround(<Slot {...props} />)}</SlotContext>
      )
      const html = renderInSlot(() => renderMarkup(content))
      return hasIslands ? `${html}<script type="module" src="${getScriptAddress('siteIslands')}"></script>` : html
    } finally {
      end()
    }
  }

  #placeIsland(name: string): PlacedIsland {
    const island = this.#find(this.#loaded.islands, name)
    if (island === undefined) throw new Error(`There is no island ${name}: its file would be islands/${name}.tsx`)
    return {
      Component: island.Component as ComponentType<object>,
      script: addBasePath(`/_next/static/scripts/${island.script}`),
      prefix: `site-${++this.#islands}-`,
    }
  }

  #fail({ file }: LoadedSlot, error: unknown): void {
    this.#failures.set(file, { file, message: error instanceof Error ? error.message : String(error) })
  }
}
