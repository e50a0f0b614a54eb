import 'server-only'
import { setWorkspaceTheme } from '../site-folder/site-folder'
import { hashText } from '../site-folder/style-sheet'
import { getActiveSlots } from '../slots/active-slots'
import { listSlowComponents } from '../slots/slow-components'
import { isHomePage } from './languages/languages'
import { summarizeAddresses } from './links-around'
import { Site } from './site'
import type { SiteIndex } from './site-index'
import { getWorkspaceTheme } from './site-settings'
import { changeVersions } from './withhold'

/**
 * Applies the theme that the workspace names. Returns the index with versions of pages that change with the site folder, and with the pages
 * to which its links lead, and the version of the folder.
 */
export function applySiteFolder(index: SiteIndex): { index: SiteIndex; version: string } {
  const { version, settings } = setWorkspaceTheme(getWorkspaceTheme(index))
  const { announcementLink, social } = index.look
  const hasLinks = Object.keys(settings).length > 0 || announcementLink !== undefined || social !== undefined
  const addresses = hasLinks ? summarizeAddresses(new Site(index)) : ''
  const digest = addresses && hashText(addresses)
  const slowComponents = listSlowComponents()
  const slow = slowComponents.length === 0 ? '' : hashText(slowComponents.join())
  const changed = { ...[version, digest, slow].reduce(changeVersions, index), slowComponents }
  return { index: getActiveSlots()?.slots.Home === undefined ? changed : addListsToHome(changed), version }
}

/** Returns the index with versions of home pages that change with the lists, because a component draws the newest posts on them. */
function addListsToHome(index: SiteIndex): SiteIndex {
  // Lists show the reading time of posts only, and that component gets it of all pages.
  const words = index.pages.flatMap((page) => (page.published === undefined ? [] : page.words))
  const lists = hashText([index.listsVersion, ...words].join())
  return {
    ...index,
    homeVersion: `${index.homeVersion}-${lists}`,
    pages: index.pages.map((page) => (isHomePage(page) ? { ...page, version: `${page.version}-${lists}` } : page)),
  }
}
