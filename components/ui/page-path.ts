/** Returns whether a URL is a path that a page of the site can have: page paths contain no dot, and files are under `/files`. */
export function isPagePath(href: string): boolean {
  const [path = ''] = href.split(/[?#]/)
  return /^\/(?![/\\])/.test(path) && !path.includes('.') && !/^\/(?:members\/)?files\//.test(path)
}
