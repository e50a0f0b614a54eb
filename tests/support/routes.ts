import { readdirSync } from 'node:fs'
import path from 'node:path'

/** Values by the name of a route parameter. An optional parameter is also left out. */
export type RouteValues = Record<string, readonly string[]>

/**
 * Returns the addresses of all pages and handlers of the application, with parameters filled in. Throws if a parameter has no values, so
 * that tests cannot miss a new route.
 */
export function listRouteAddresses(values: RouteValues): string[] {
  const routes = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file),
  )
  return routes.flatMap((file) => {
    const segments = path
      .dirname(file)
      .split('/')
      .filter((segment) => segment !== '.' && !/^\(.*\)$/.test(segment))
    return segments
      .reduce<string[]>((addresses, segment) => fillSegment(addresses, segment, values), [''])
      .map((address) => address || '/')
  })
}

function fillSegment(addresses: readonly string[], segment: string, values: RouteValues): string[] {
  const [, open, name] = /^\[(\[?)(?:\.\.\.)?(\w+)\]+$/.exec(segment) ?? []
  if (name === undefined) return addresses.map((address) => `${address}/${segment}`)
  const replacements = values[name]
  if (replacements === undefined) throw new Error(`The route parameter [${name}] has no values`)
  return addresses.flatMap((address) => [
    ...(open ? [address] : []),
    ...replacements.filter((value) => value !== '').map((value) => `${address}/${value}`),
  ])
}
