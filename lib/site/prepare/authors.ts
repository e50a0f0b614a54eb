import { EDITOR_SETTINGS } from '../../branding/editor-settings'
import type { AuthorRow } from '../../workspace/read/site-tables'
import { cutExcerpt } from '../../workspace/text'
import type { AuthorFacts } from '../site-index'
import { getTermSegment } from '../terms'

/** The maximum number of rows that count, and the maximum number of characters about an author. */
const MAX_AUTHORS = 500
const MAX_TEXT_LENGTH = 500

/** Returns what the list of each author shows, by the segment of its path. Of several rows with the same name, the first counts. */
export function createAuthors(rows: readonly AuthorRow[] = []): Record<string, AuthorFacts> {
  const found = new Map<string, AuthorFacts>()
  for (const row of rows.slice(0, MAX_AUTHORS)) {
    const segment = getTermSegment(row.name)
    const picture = parsePicture(row)
    const about = cutExcerpt(row.about, MAX_TEXT_LENGTH)
    if (!found.has(segment)) found.set(segment, { ...(picture && { picture }), ...(about !== '' && { about }) })
  }
  return Object.fromEntries(found)
}

/** Returns the rows whose picture cannot be used. */
export const findWrongPictures = (rows: readonly AuthorRow[] = []): AuthorRow[] =>
  rows.filter((row) => row.picture !== '' && parsePicture(row) === undefined)

const parsePicture = ({ picture }: AuthorRow) => EDITOR_SETTINGS.logo.parse(picture)
