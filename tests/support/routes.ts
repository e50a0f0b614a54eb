import { readdirSync } from 'node:fs'
import path from 'node:path'

/** A parameter's name, to what is asked for in its place; for one that may stay empty, '' is asked for, too. */
export type RouteValues = Record<string, readonly string[]>

/**
 * Addresses of every page and handler of the application, with the parameters filled in. Throws when a route has
 * a parameter that nothing is given for, so that a new one is asked, too.
 */
export function routeAddresses(values: RouteValues): string[] {
  const routes = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file),
  )
  return routes.flatMap((file) => {
    const segments = path
      .dirname(file)
      .split('/')
      .filter((segment) => segment !== '.' && !/^\(.*\)$/.test(segment))
    return segments
      .reduce<string[]>((addresses, segment) => filled(addresses, segment, values), [''])
      .map((address) => address || '/')
  })
}

function filled(addresses: readonly string[], segment: string, values: RouteValues): string[] {
  const [, open, name] = /^\[(\[?)(?:\.\.\.)?(\w+)\]+$/.exec(segment) ?? []
  if (name === undefined) return addresses.map((address) => `${address}/${segment}`)
  const given = values[name]
  if (given === undefined) throw new Error(`Nothing is given to ask for as [${name}]`)
  return addresses.flatMap((address) => [
    ...(open ? [address] : []),
    ...given.filter((value) => value !== '').map((value) => `${address}/${value}`),
  ])
}
