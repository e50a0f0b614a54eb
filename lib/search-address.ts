import { addBasePath } from './base-path'

/** Returns the address of the search page with the results of a query. On a site with several languages, `language` limits them to one. */
export function getSearchAddress({
  query = '',
  language = '',
}: {
  query?: string
  language?: string | undefined
}): string {
  const parameters = [
    ...(query === '' ? [] : [`q=${encodeURIComponent(query)}`]),
    ...(language === '' ? [] : [`lang=${language}`]),
  ]
  return addBasePath(parameters.length === 0 ? '/search' : `/search?${parameters.join('&')}`)
}
