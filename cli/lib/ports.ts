interface Ports {
  /** Port of the sign-in service. */
  own: number
  /** Port of the site that uses it. */
  site: number
}

const DEFAULT_PORT = 4500

/** Returns the ports in the arguments of the sign-in service; undefined if one is invalid or both are the same. */
export function readPorts(args: readonly string[], sitePort: number): Ports | undefined {
  const [own = DEFAULT_PORT, site = sitePort] = args.map(Number)
  return args.length <= 2 && isPort(own) && isPort(site) && own !== site ? { own, site } : undefined
}

export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535
