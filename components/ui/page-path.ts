/** Whether an address is a path that a page of the site may have: such a path holds no dot, and files lie under `/files`. */
export function isPagePath(href: string): boolean {
  const [path = ''] = href.split(/[?#]/)
  return /^\/(?![/\\])/.test(path) && !path.includes('.') && !/^\/(?:members\/)?files\//.test(path)
}
