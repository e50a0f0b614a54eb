import type { SitePage } from './site-index'

/** Whether the settings of a page allow search engines to index it under its own address. */
export const isIndexed = (page: Pick<SitePage, 'seo'> | undefined): boolean =>
  page?.seo?.noindex === undefined && page?.seo?.canonical === undefined
