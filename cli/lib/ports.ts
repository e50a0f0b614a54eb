interface Ports {
  /** Of the sign-in service. */
  own: number
  /** Of the site that uses it. */
  site: number
}

const DEFAULT_PORT = 4500

/** Returns the ports that the arguments of the sign-in service name, or undefined if one is no port or both are the same. */
export function readPorts(args: readonly string[], sitePort: number): Ports | undefined {
  const [own = DEFAULT_PORT, site = sitePort] = args.map(Number)
  const isPort = (port: number) => Number.isInteger(port) && port >= 1 && port <= 65_535
  return args.length <= 2 && isPort(own) && isPort(site) && own !== site ? { own, site } : undefined
}
