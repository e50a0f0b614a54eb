import { loadSlots } from '../../components/slots/load-slots'
import { findNearestName } from '../../lib/edit-distance'
import type { Slots } from '../../lib/slots/registry'
import { BLOCKS } from '../../tools/slot-names.mjs'

/**
 * Returns sentences about compiled components: `problems` about those that cannot be loaded or export no function, and `notes` about blocks
 * of types that only Notion may add. What fails while it is rendered depends on the page, so it is unknown.
 */
export async function findComponentMistakes(slots: Slots): Promise<{ problems: string[]; notes: string[] }> {
  const { failures } = await loadSlots(slots, [])
  const unknown = Object.entries(slots.blocks).filter(([type]) => !BLOCKS.includes(type))
  return {
    problems: failures.map(({ file, message }) => `${file}: ${message}`),
    notes: unknown.map(
      ([type, { file }]) =>
        `${file}: the site has no block of the type ${type}: did you mean ${findNearestName(type, BLOCKS)}?`,
    ),
  }
}
