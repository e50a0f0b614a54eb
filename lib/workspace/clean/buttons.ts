import { toSafeAddress } from '../address'
import { toUuid } from '../ids'
import type { Block, Id } from '../record-map'
import { type Fields, isObject } from '../values'
import { reducePageAddress } from './page-addresses'
import type { RawMap } from './read-record-map'
import { cleanName } from './string'

/** The maximum number of a button's actions that are read. */
const MAX_ACTIONS = 100

/**
 * Adds to each button the address that it opens and, if it has no text, its name, from the record of its automation. Other actions, which
 * may contain secrets such as the address of a webhook, are never read. `ofButtons` are the automations of the buttons. Changes the
 * blocks in place.
 */
export function addButtonLinks(
  blocks: Readonly<Record<Id, Block>>,
  ofButtons: ReadonlyMap<Id, Id>,
  { automation, automation_action }: Pick<RawMap, 'automation' | 'automation_action'>,
) {
  if (automation.size === 0) return
  const actions = indexById(automation_action)
  const automations = indexById(automation)
  for (const [id, automationId] of ofButtons) {
    const block = blocks[id]
    const found = automations.get(automationId)
    if (block === undefined || found === undefined) continue
    const address = findAddress(found, actions)
    if (address !== undefined) block.properties.link = [[address]]
    const name = isObject(found.properties) ? cleanName(found.properties.name) : undefined
    if (block.properties.title === undefined && name !== undefined) block.properties.title = [[name]]
  }
}

/** Returns the id of the automation that a button starts. */
export function findAutomation({ format }: Fields): Id | undefined {
  return isObject(format) ? toUuid(format.automation_id) : undefined
}

/** Whether a record is an action that opens a page or an address. A sync stores no other action. */
export const isOpenAction = (record: Fields): boolean => record.type === 'open_page'

/** Returns the address that the first opening action of an automation leads to. */
function findAddress({ action_ids: ids }: Fields, actions: ReadonlyMap<Id, Fields>): string | undefined {
  for (const id of Array.isArray(ids) ? ids.slice(0, MAX_ACTIONS) : []) {
    const action = actions.get(toUuid(id) ?? '')
    const target =
      action !== undefined && isOpenAction(action) && isObject(action.config) ? action.config.target : undefined
    if (!isObject(target)) continue
    const page = target.type === 'page' ? toUuid(target.pageId ?? target.page_id ?? target.id) : undefined
    if (page !== undefined) return `/${page.replaceAll('-', '')}`
    const address = target.type === 'url' ? toSafeAddress(target.url) : undefined
    if (address !== undefined) return reducePageAddress(address)
  }
  return undefined
}

function indexById(table: ReadonlyMap<string, unknown>): Map<Id, Fields> {
  return new Map(
    [...table].flatMap(([key, record]): [Id, Fields][] => {
      const id = toUuid(key)
      return id === undefined || !isObject(record) ? [] : [[id, record]]
    }),
  )
}
