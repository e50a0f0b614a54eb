/** The maximum number of ids in one call, and of items that are processed at a time. */
export const GROUP_SIZE = 100

export function splitIntoGroups<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / GROUP_SIZE)
  return Array.from({ length: count }, (_, index) => items.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE))
}
