import ipaddr from 'ipaddr.js'

/** An IPv6 network of one customer is a /64: four of the eight groups of its addresses. */
const NETWORK_GROUPS = 4
/** A trusted proxy may send text that is not an address. */
const MAX_LENGTH = 100

/**
 * Returns the name under which limits count a client: its IPv4 address, or the /64 network of its IPv6 address, because one customer
 * may use every address of such a network.
 */
export function getClientNetwork(address: string): string {
  const trimmed = address.trim()
  if (!ipaddr.isValid(trimmed)) return trimmed.slice(0, MAX_LENGTH)
  const parsed = ipaddr.process(trimmed)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return parsed.parts
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')
}
