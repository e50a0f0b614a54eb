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

const known = new WeakMap<PropertySchema, Groups>()

/** Made once for each property: each cell asks for them. */
function groupsOf(schema: PropertySchema): Groups {
  const made = known.get(schema)
  if (made !== undefined) return made
  const all = readGroups(schema)
  const byOption = new Map(all.toReversed().flatMap((group) => group.options.map((option) => [option, group] as const)))
  known.set(schema, { all, byOption })
  return { all, byOption }
}

/** The groups of a status property, in their order; none for other properties. */
export const statusGroups = (schema: PropertySchema): StatusGroup[] => groupsOf(schema).all

/** The group that an option belongs to. */
export const groupOfStatus = (schema: PropertySchema, option: string): StatusGroup | undefined =>
  groupsOf(schema).byOption.get(option)

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

/** The group that an id or a name means. */
export function statusGroup(schema: PropertySchema, group: unknown): StatusGroup | undefined {
  return statusGroups(schema).find(({ id, name }) => id === group || name === group)
}
