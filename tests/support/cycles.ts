/** Returns the groups of files that import each other, directly or through others. `imports` contains the imported files of each file. */
export function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  // Tarjan's algorithm for strongly connected components.
  const order = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): number => {
    const number = order.size
    let low = number
    order.set(file, number)
    open.push(file)
    for (const next of imports.get(file) ?? []) {
      if (next === file) cycles.push([file])
      else if (!order.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === number) {
      const group = open.splice(open.indexOf(file))
      if (group.length > 1) cycles.push(group.sort())
    }
    return low
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return cycles
}
