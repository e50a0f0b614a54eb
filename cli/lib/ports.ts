interface SignInPorts {
  service: number
  /** Port of the site that uses the service. */
  site: number
}

const DEFAULT_SERVICE_PORT = 4500

/** Returns the ports in the arguments of `npm run sign-in-service`; undefined if one is invalid or both are the same. */
export function readSignInPorts(args: readonly string[], sitePort: number): SignInPorts | undefined {
  const [service = DEFAULT_SERVICE_PORT, site = sitePort] = args.map(Number)
  return args.length <= 2 && isPort(service) && isPort(site) && service !== site ? { service, site } : undefined
}

export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535
