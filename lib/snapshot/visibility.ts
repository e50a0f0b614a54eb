import type { Id } from '../workspace/record-map'
import { type Fields, isObject } from '../workspace/values'

/**
 * Who may read each page and collection of a site, by id: `public`, `members` or organizations separated by commas; for pages with a
 * password followed by their locks. What only editors may read is omitted. Instances of different versions exchange this, so its format
 * must not change.
 */
export type Visibility = Readonly<Record<Id, string>>

/** Returns the visibility of all that an index lists, whatever the format of the index. */
export function getVisibility(index: unknown): Visibility {
  const collections = Object.entries(readCollections(index))
  const listed = [
    ...readPages(index),
    ...collections.map(([id, collection]) => ({ id, access: isObject(collection) ? collection.access : undefined })),
  ]
  return Object.fromEntries(
    listed.flatMap(({ id, access }) => {
      const audience = readAudience(access)
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
 * Compares an index with a later, incomplete one. Returns the withdrawn ids, and all pages below them. A page that the incomplete index
 * does not list is withdrawn only if it is in `removed`, or below a withdrawn page.
 */
export function findWithdrawnInPartialIndex(before: unknown, part: unknown): Id[] {
  const [shown, next] = [getVisibility(before), getVisibility(part)]
  const listed = new Set([...readPages(part).map(({ id }) => id), ...Object.keys(readCollections(part))])
  const removed = new Set(isObject(part) && Array.isArray(part.removed) ? part.removed : [])
  const below = new Map<unknown, Id[]>()
  for (const { id, parent, collection } of readPages(before)) {
    if (listed.has(id)) continue
    for (const above of [parent, collection]) {
      const ids = below.get(above) ?? []
      ids.push(String(id))
      below.set(above, ids)
    }
  }
  const withdrawn = new Set(findWithdrawn(shown, next).filter((id) => listed.has(id) || removed.has(id)))
  // This loop also visits the pages that it adds.
  for (const id of withdrawn) for (const each of below.get(id) ?? []) withdrawn.add(each)
  return [...withdrawn]
}

const readPages = (index: unknown): Fields[] =>
  isObject(index) && Array.isArray(index.pages) ? index.pages.filter(isObject) : []

const readCollections = (index: unknown): Fields =>
  isObject(index) && isObject(index.collections) ? index.collections : {}

function readAudience(access: unknown): string | undefined {
  if (!isObject(access)) return undefined
  if (access.kind === 'public') return 'public'
  const joinNames = (names: unknown) => (Array.isArray(names) ? [...names].sort().join() : undefined)
  if (access.kind === 'members') return joinNames(access.organizations) ?? 'members'
  if (access.kind !== 'locked') return undefined
  // A changed password or audience withdraws the page from those who could read it before.
  const audience = access.audience === undefined ? 'public' : (joinNames(access.audience) ?? 'members')
  return `${audience} with ${joinNames(access.locks)}`
}
