import type { Id } from '../workspace/record-map'
import { type Fields, isObject } from '../workspace/values'

/**
 * Who may read each page and collection of a site, by id: `public`, `members` or organizations separated by commas. What only editors
 * may read is left out. Instances of different versions exchange it, so its form must not change.
 */
export type Visibility = Readonly<Record<Id, string>>

/** Returns the visibility of all that an index lists, whatever the format of the index. */
export function getVisibility(index: unknown): Visibility {
  const collections = Object.entries(collectionsIn(index))
  const listed = [
    ...pagesIn(index),
    ...collections.map(([id, collection]) => ({ id, access: isObject(collection) ? collection.access : undefined })),
  ]
  return Object.fromEntries(
    listed.flatMap(({ id, access }) => {
      const audience = audienceOf(access)
      return typeof id !== 'string' || audience === undefined ? [] : [[id, audience]]
    }),
  )
}

/** Returns the ids that someone could read before and may not be able to read afterwards. */
export function findWithdrawn(before: Visibility, after: Visibility): Id[] {
  return Object.keys(before).filter((id) => {
    const now = Object.hasOwn(after, id) ? after[id] : undefined
    return now !== 'public' && now !== before[id]
  })
}

/**
 * Returns the ids that an index lists and a later, incomplete index shows to be withdrawn, with all pages below them. The incomplete one
 * has not seen everything, so a page that it does not list is withdrawn only if it is in its `removed`, or below a withdrawn one.
 */
export function findWithdrawnByPart(before: unknown, part: unknown): Id[] {
  const [shown, next] = [getVisibility(before), getVisibility(part)]
  const listed = new Set([...pagesIn(part).map(({ id }) => id), ...Object.keys(collectionsIn(part))])
  const removed = new Set(isObject(part) && Array.isArray(part.removed) ? part.removed : [])
  const below = new Map<unknown, Id[]>()
  for (const { id, parent, collection } of pagesIn(before)) {
    if (listed.has(id)) continue
    for (const above of [parent, collection]) {
      const ids = below.get(above) ?? []
      ids.push(String(id))
      below.set(above, ids)
    }
  }
  const withdrawn = new Set(findWithdrawn(shown, next).filter((id) => listed.has(id) || removed.has(id)))
  // Pages that are added meanwhile are visited, too.
  for (const id of withdrawn) for (const each of below.get(id) ?? []) withdrawn.add(each)
  return [...withdrawn]
}

const pagesIn = (index: unknown): Fields[] =>
  isObject(index) && Array.isArray(index.pages) ? index.pages.filter(isObject) : []

const collectionsIn = (index: unknown): Fields =>
  isObject(index) && isObject(index.collections) ? index.collections : {}

function audienceOf(access: unknown): string | undefined {
  if (!isObject(access)) return undefined
  if (access.kind === 'public') return 'public'
  if (access.kind !== 'members') return undefined
  return Array.isArray(access.organizations) ? [...access.organizations].sort().join() : 'members'
}
