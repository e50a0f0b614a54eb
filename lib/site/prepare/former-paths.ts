import { slug } from 'github-slugger'
import type { Id, RichText } from '../../workspace/record-map'
import { toPlainText } from '../../workspace/text'
import { assignPaths, joinSegments, MAX_SEGMENT_LENGTH, truncate } from '../paths'
import { joinLines } from './titles'

/** A page with the path that it would have, and the one that earlier versions of the site preferred. */
interface RenamedPage {
  id: Id
  preferredPath: string
  formerPath: string
  prefix: string
}

/** Returns the path that a page had when addresses contained invisible characters, and titles no names of people and pages. */
export function getFormerPath(written = '', title: RichText = []): string {
  const text = toPlainText(title, {
    date: ({ start_date, end_date }) => [start_date, end_date].filter(Boolean).join(' – '),
  })
  return toFormerPath(written.replace(/\.html$/i, '')) || toFormerPath(joinLines(text))
}

const toFormerPath = (text: string): string =>
  joinSegments(
    text
      .normalize('NFC')
      .split('/')
      .map((segment) => trimHyphens(truncate(slug(segment.trim()), MAX_SEGMENT_LENGTH))),
  )

const trimHyphens = (segment: string) => segment.replace(/-+/g, '-').replace(/^-|-$/g, '')

/**
 * Returns the paths that pages had by the rules of earlier versions, where they differ and no other page has them. Paths that a running site
 * had are in its history; these also redirect on a site without one, such as an export.
 */
export function findFormerPaths(pages: readonly RenamedPage[], paths: ReadonlyMap<Id, string>): Record<string, Id> {
  if (pages.every(({ preferredPath, formerPath }) => preferredPath === formerPath)) return {}
  const taken = new Set(paths.values())
  const former = assignPaths(pages.map((page) => ({ ...page, preferredPath: page.formerPath })))
  return Object.fromEntries([...former].flatMap(([id, path]) => (taken.has(path) ? [] : [[path, id]])))
}
