import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** An IPv6 network of one customer is a /64: four of the eight groups of its addresses. */
const NETWORK_GROUPS = 4
/** A trusted proxy may send text that is not an address. */
const MAX_LENGTH = 100
/** A connection sends many requests, and parsing its address for each would take a tenth of the time of a cached page. */
const networks = new LRUCache<string, string>({ max: 1000, memoMethod: parseClientNetwork })

/**
 * Returns the name under which limits count a client: its IPv4 address, or the /64 network of its IPv6 address, because one customer
 * may use every address of such a network.
 */
export const getClientNetwork = (address: string): string => networks.memo(address.trim().slice(0, MAX_LENGTH))

function parseClientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return parsed.parts
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')
}
