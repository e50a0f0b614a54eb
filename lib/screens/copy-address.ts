import 'server-only'
import { getBasePath } from '../base-path'
import { getEpubUrl, getMarkdownUrl } from '../formats/write-values'
import { getEnv, type PageFormat } from '../settings/env'
import { mayRead, PUBLIC } from '../site/access'
import { getCopyPath, type Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import { getSiteSettings } from '../site/site-settings'

/**
 * Returns the address of the Markdown copy of a page; undefined if it has none. A copy for members also has what only they may read on a
 * public page.
 */
export const getCopyAddress = (page: CopiedPage, viewer: Viewer): string | undefined =>
  hasCopy(page, viewer, 'markdown') ? getMarkdownUrl(getBasePath(), getCopyPath(page.path, viewer)) : undefined

/** Returns the address of the book of a page and the pages below it; undefined if there is none, as for {@link getCopyAddress}. */
export const getBookAddress = (site: Site, page: CopiedPage, viewer: Viewer): string | undefined =>
  getSiteSettings(site).epub && hasCopy(page, viewer, 'epub')
    ? getEpubUrl(getBasePath(), getCopyPath(page.path, viewer))
    : undefined

type CopiedPage = Pick<SitePage, 'access' | 'path'>

const hasCopy = ({ access }: CopiedPage, viewer: Viewer, format: PageFormat) =>
  (viewer.signedIn || mayRead(access, PUBLIC)) && !getEnv().omittedFormats.includes(format)
