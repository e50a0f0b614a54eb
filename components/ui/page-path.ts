import { removeBasePath } from '@/lib/base-path'

/**
 * Returns whether an address is one that a page of the site can have: page paths contain no dot, files are under `/files`, and what a
 * password opens is under `/unlock`.
 */
export function isPagePath(address: string): boolean {
  const [path = ''] = removeBasePath(address)?.split(/[?#]/) ?? []
  return /^\/(?![/\\])/.test(path) && !path.includes('.') && !/^\/(?:(?:members\/)?files|unlock)\//.test(path)
}
