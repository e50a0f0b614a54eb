import type { SitePage } from './site-index'

const MAX_TITLE_LENGTH = 80

/**
 * Returns the name of a page for the log, on one line: its id, with path and title if the page is public. People who read the log may not
 * be allowed to read members pages and drafts.
 */
export function getLogName({ id, path, title, access }: SitePage): string {
  if (access.kind !== 'public') return id
  const line = `/${path}, “${title.slice(0, MAX_TITLE_LENGTH)}”`
  return `${id} (${line.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')})`
}
