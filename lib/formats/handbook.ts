import { addBasePath } from '../base-path'
import type { Remark } from '../site/prepare/lint'
import type { SiteIndex } from '../site/site-index'

/** The root page of the sample workspace, which is the handbook. */
export const HANDBOOK_ROOT = '07d7cbd3-5280-5970-a061-5368bb04310a'

/** The page of the handbook about each kind of finding, by its path. */
export const HANDBOOK_PAGES: Record<Remark['kind'], string> = {
  'api-losses': 'sync',
  'author-picture': 'blogs',
  'closed-link': 'words-of-access',
  'columns-left-out': 'databases',
  'content-missing': 'sync',
  'dead-link': 'addresses',
  draft: 'status-and-schedule',
  'duplicate-path': 'addresses',
  'failed-component': 'make-it-yours',
  'failed-file': 'troubleshoot',
  'formulas-not-searched': 'searching',
  'hides-list': 'addresses',
  'images-without-alt': 'writing-in-notion',
  'large-html': 'blocks-at-a-glance',
  'loose-footnote': 'writing-in-notion',
  'me-filter': 'databases',
  'menu-target': 'blogs',
  misnamed: 'words-of-access',
  'missing-fonts': 'make-it-yours',
  'missing-view': 'databases',
  'navigation-target': 'navigation',
  'no-description': 'what-appears',
  'no-root': 'settings',
  'not-copied': 'sync',
  protection: 'words-of-access',
  redirect: 'addresses',
  reduced: 'troubleshoot',
  'reserved-path': 'addresses',
  'rows-on-request': 'databases',
  scheduled: 'status-and-schedule',
  'slow-page': 'troubleshoot',
  'slug-address': 'addresses',
  'text-cut': 'searching',
  'unconverted-picture': 'troubleshoot',
  'unknown-filter': 'databases',
  'unknown-look': 'icons-and-covers',
  'unreadable-file': 'troubleshoot',
  'unreadable-page': 'troubleshoot',
  'unshared-property': 'sync',
  'unsupported-block': 'blocks-at-a-glance',
  'unsupported-view': 'databases',
  'unused-config': 'blogs',
  'withheld-results': 'databases',
  'wrong-access': 'words-of-access',
  'wrong-comments': 'what-appears',
  'wrong-language': 'navigation',
  'wrong-layout': 'navigation',
  'wrong-look': 'icons-and-covers',
  'wrong-seo': 'what-appears',
}

/** Returns the address of the handbook's page about a kind of finding; undefined if the site knows no handbook. */
export function findHandbookAddress(
  kind: Remark['kind'],
  index: SiteIndex | undefined,
  handbookUrl: string | undefined,
): string | undefined {
  const path = `/${HANDBOOK_PAGES[kind]}`
  if (handbookUrl !== undefined) return handbookUrl + path
  return index?.root === HANDBOOK_ROOT ? addBasePath(path) : undefined
}
