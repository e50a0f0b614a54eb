import { findScriptPackage } from '../../../branding/image-fonts'
import type { FailedFile, FileFailure } from '../../../snapshot/intake'
import { getServedName } from '../../../workspace/address'
import type { Id } from '../../../workspace/record-map'
import type { PageRecord } from '../../../workspace/stored'
import { PUBLIC } from '../../access'
import { decodePath, isReserved } from '../../paths'
import type { Site } from '../../site'
import type { SitePage } from '../../site-index'

export type LinkRemark =
  /** `to` is the id of a page that is not part of the site, or a path. */
  | { kind: 'dead-link'; to: string }
  /** A link of a public page to one that is not public. */
  | { kind: 'closed-link'; to: Id }

/** Finds the links of a page that lead nowhere, and those of a public page to pages that are not. */
export function findLinkRemarks(
  page: SitePage,
  record: PageRecord | undefined,
  site: Site,
  byId: ReadonlyMap<Id, SitePage>,
): LinkRemark[] {
  // A page that is named by its full address alone is visited in the workspace when it is none of the site's.
  const elsewhere = new Set(record?.remarks?.addresses)
  const links = (record?.links ?? []).flatMap((id): LinkRemark[] => {
    const target = byId.get(id)
    if (target === undefined) return elsewhere.has(id) ? [] : [{ kind: 'dead-link', to: id }]
    const isClosed = page.access.kind === 'public' && target.access.kind !== 'public'
    return isClosed ? [{ kind: 'closed-link', to: id }] : []
  })
  const paths = (record?.remarks?.paths ?? []).filter((path) => isDead(path, site))
  return [...links, ...paths.map((to): LinkRemark => ({ kind: 'dead-link', to }))]
}

/** Whether a path is none of a page's, and no other address of the site either. */
function isDead(written: string, site: Site): boolean {
  const path = decodePath(written)
  if (path === undefined) return true
  if (isReserved(path) || path.includes('.')) return false
  const { kind } = site.resolve(path, PUBLIC)
  if (kind !== 'missing' && kind !== 'gone') return false
  return !site.index.pages.some((page) => page.path === path)
}

/** `database`: its icon or cover. */
export type FileRemark = { database?: string; file: string } & FileFailure

/** The files of a page that are named, at most. */
const MAX_NAMED_FILES = 20

/** Returns remarks about the files that a page should show and does not. */
export function findFileRemarks(failed: readonly FailedFile[] = []): FileRemark[] {
  return failed
    .slice(0, MAX_NAMED_FILES)
    .map(({ address, ...failure }) => ({ ...failure, file: getServedName(address, '') }))
}

/** A social image that lacks letters of the page's title, because no font is installed for them. */
export interface MissingFonts {
  kind: 'missing-fonts'
  /** The packages that contain the fonts. */
  packages: string[]
}

/** Finds the scripts of a title that the site has no font for. */
export function findMissingFonts(title: string, fonts: ReadonlySet<string>): MissingFonts[] {
  const needed = new Set(Array.from(title, findScriptPackage))
  const packages = [...needed].filter((name) => name !== undefined).filter((name) => !fonts.has(name))
  return packages.length === 0 ? [] : [{ kind: 'missing-fonts', packages }]
}
