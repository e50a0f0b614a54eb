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

interface Groups {
  all: StatusGroup[]
  byOption: ReadonlyMap<string, StatusGroup>
}

const cachedGroups = new WeakMap<PropertySchema, Groups>()

/** Returns the groups of a property. They are cached, because each cell reads them. */
function getGroups(schema: PropertySchema): Groups {
  const cached = cachedGroups.get(schema)
  if (cached !== undefined) return cached
  const all = readGroups(schema)
  const byOption = new Map(all.toReversed().flatMap((group) => group.options.map((option) => [option, group] as const)))
  cachedGroups.set(schema, { all, byOption })
  return { all, byOption }
}

/** Returns the groups of a status property in order; an empty list for other properties. */
export const getStatusGroups = (schema: PropertySchema): StatusGroup[] => getGroups(schema).all

/** Returns the group of an option. */
export const findGroupOfOption = (schema: PropertySchema, option: string): StatusGroup | undefined =>
  getGroups(schema).byOption.get(option)

function readGroups({ more, options = [] }: PropertySchema): StatusGroup[] {
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

/** Returns the group with this id or name. */
export function findStatusGroup(schema: PropertySchema, group: unknown): StatusGroup | undefined {
  return getStatusGroups(schema).find(({ id, name }) => id === group || name === group)
}
