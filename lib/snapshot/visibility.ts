import type { Id } from '../workspace/record-map'
import { isObject } from '../workspace/values'

/**
 * Who may read each page and collection of a site, by id: `public`, `members` or organizations separated by commas. What only editors
 * may read is left out. Instances of different versions exchange it, so its form must not change.
 */
export type Visibility = Readonly<Record<Id, string>>

/** Returns the visibility of all that an index lists, whatever the format of the index. */
export function visibilityIn(index: unknown): Visibility {
  if (!isObject(index)) return {}
  const collections = isObject(index.collections) ? Object.entries(index.collections) : []
  const listed = [
    ...(Array.isArray(index.pages) ? index.pages : []),
    ...collections.map(([id, collection]) => ({ id, access: isObject(collection) ? collection.access : undefined })),
  ]
  return Object.fromEntries(
    listed.flatMap((each: unknown) => {
      if (!isObject(each) || typeof each.id !== 'string') return []
      const audience = audienceOf(each.access)
      return audience === undefined ? [] : [[each.id, audience]]
    }),
  )
}

/** Returns the ids that someone could read before and may not be able to read afterwards. */
export function withdrawnBetween(before: Visibility, after: Visibility): Id[] {
  return Object.keys(before).filter((id) => {
    const now = Object.hasOwn(after, id) ? after[id] : undefined
    return now !== 'public' && now !== before[id]
  })
}

function audienceOf(access: unknown): string | undefined {
  if (!isObject(access)) return undefined
  if (access.kind === 'public') return 'public'
  if (access.kind !== 'members') return undefined
  return Array.isArray(access.organizations) ? [...access.organizations].sort().join() : 'members'
}
