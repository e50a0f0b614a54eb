import type { PropertySchema } from '../record-map'
import { isObject } from '../values'

/** A group of a status property's options, such as `In progress`. */
export interface StatusGroup {
  id: string
  name: string
  color?: string
  /** Names of its options. */
  options: string[]
}

/** The groups of a status property, in their order; none for other properties. */
export function statusGroups({ more, options = [] }: PropertySchema): StatusGroup[] {
  const groups = Array.isArray(more?.groups) ? more.groups.filter(isObject) : []
  return groups.flatMap(({ id, name, color, optionIds }) => {
    if (typeof name !== 'string') return []
    const ids = new Set<unknown>(Array.isArray(optionIds) ? optionIds : [])
    return [
      {
        id: typeof id === 'string' ? id : name,
        name,
        ...(typeof color === 'string' && { color }),
        options: options.filter((option) => ids.has(option.id)).map(({ value }) => value),
      },
    ]
  })
}

/** The group that an id or a name means. */
export function statusGroup(schema: PropertySchema, group: unknown): StatusGroup | undefined {
  return statusGroups(schema).find(({ id, name }) => id === group || name === group)
}
