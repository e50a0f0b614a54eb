import { findDateValue, getStartInstant } from '../workspace/dates'
import { readOptionNames } from '../workspace/property-values'
import { findRuleName, hasPublishedOption, isPublished } from '../workspace/protecting-names'
import type { Block, Collection, Id, PropertySchema, ProtectingName } from '../workspace/record-map'
import { toPlainText } from '../workspace/text'
import { type BlogRow, parseRowType, readBlogRow } from './blog'
import { createLock } from './page-locks'
import type { Access, Audience, Reason, Viewer } from './site-index'

/** A visitor who is not signed in. */
export const PUBLIC: Viewer = { signedIn: false, organizations: [] }

/** Whether a viewer reads what everyone reads. Only such responses are cached for all. */
export const isPublicViewer = ({ signedIn, unlocked, preview }: Viewer): boolean =>
  !signedIn && unlocked === undefined && preview === undefined

/** Reasons for which editors and holders of a preview may read an unpublished page. Every other reason also closes the page to them. */
const READABLE_BY_EDITORS: ReadonlySet<Reason['why']> = new Set([
  'status',
  'scheduled',
  'public-unticked',
  'date-unreadable',
])

/** Whether a viewer may read a page. Every response of the server depends on this function. */
export function mayRead(access: Access, viewer: Viewer): boolean {
  switch (access.kind) {
    case 'public':
      return true
    case 'members':
      return isAmong(access.organizations, viewer)
    case 'locked':
      return (
        mayUnlock(access, viewer) && (viewer.role === 'editor' || access.locks.every((lock) => hasLock(viewer, lock)))
      )
    case 'unpublished':
      return (
        READABLE_BY_EDITORS.has(access.reason.why) &&
        (isPreviewed(access, viewer) || (viewer.role === 'editor' && isAmong(access.audience ?? 'any', viewer)))
      )
  }
}

function isPreviewed({ drafts = [] }: Extract<Access, { kind: 'unpublished' }>, { preview }: Viewer): boolean {
  if (preview === undefined) return false
  return preview.hasSubpages ? drafts.includes(preview.page) : drafts[0] === preview.page
}

/** Whether a page can be shown by a preview link: a draft that everyone may read once it is published. */
export const hasPreview = (access: Access): boolean => access.kind === 'unpublished' && access.drafts !== undefined

/**
 * Returns the access of a page or collection with the drafts whose previews may show it. `above` is the access of what contains it, and
 * `page` its id if it is a page.
 */
export function addDrafts(access: Access, above: Access | undefined, page?: Id): Access {
  if (access.kind !== 'unpublished' || !READABLE_BY_EDITORS.has(access.reason.why)) return access
  // A preview must not replace a membership or a password.
  if (access.audience !== undefined || access.locks !== undefined) return access
  const drafts = [...(page ? [page] : []), ...((above?.kind === 'unpublished' && above.drafts) || [])]
  return drafts.length === 0 ? access : { ...access, drafts }
}

/** Returns the access without what makes no difference to {@link mayRead}; undefined if no viewer may read. */
export function reduceToReaders(access: Access): Access | undefined {
  if (access.kind !== 'unpublished') return { ...access, unlisted: undefined }
  if (!READABLE_BY_EDITORS.has(access.reason.why)) return undefined
  const { audience, drafts } = access
  return { ...createUnpublished({ why: 'status', status: '' }, audience), ...(drafts && { drafts }) }
}

/** Whether a viewer may be asked for the passwords of a page. */
export function mayUnlock(access: Access, viewer: Viewer): access is Extract<Access, { kind: 'locked' }> {
  return access.kind === 'locked' && (access.audience === undefined || isAmong(access.audience, viewer))
}

/** Whether a viewer has given the password of a lock. */
export const hasLock = ({ unlocked = [] }: Viewer, lock: string): boolean => unlocked.includes(lock)

/**
 * Whether lists name a page to a viewer. Every list, view of a database and feed depends on this function. `from` is the access of the
 * page that shows the list: an unlisted page lists what is below it.
 */
export function mayList(access: Access, viewer: Viewer, from?: Access): boolean {
  const where = getListing(access)
  const isListed = where === undefined || (where === 'above' && from !== undefined && getListing(from) !== undefined)
  return isListed && mayRead(access, viewer)
}

const getListing = (access: Access) => (access.kind === 'unpublished' ? undefined : access.unlisted)

function isAmong(audience: Audience, viewer: Viewer): boolean {
  if (!viewer.signedIn) return false
  return audience === 'any' || audience.some((slug) => viewer.organizations.includes(slug))
}

/** Returns the least-privileged viewers of a page. Content visible to all of them is visible to every viewer of the page. */
export function getLeastPrivilegedViewers(access: Access): Viewer[] {
  if (access.kind === 'public') return [PUBLIC]
  if (access.kind === 'unpublished') return []
  const audience = getAudience(access)
  const viewers: Viewer[] =
    audience === undefined
      ? [PUBLIC]
      : audience === 'any'
        ? [{ signedIn: true, organizations: [] }]
        : audience.map((slug) => ({ signedIn: true, organizations: [slug] }))
  return access.kind === 'locked' ? viewers.map((viewer) => ({ ...viewer, unlocked: access.locks })) : viewers
}

/**
 * Combines the access of a page with that of the page above. The stricter one applies; of two lists of organizations,
 * their intersection.
 */
export function combineAccess(a: Access, b: Access): Access {
  const audience = intersectAudiences(getAudience(a), getAudience(b))
  if (audience?.length === 0) return createUnpublished({ why: 'no-organization' })
  const reasons = [a, b].flatMap((access) => (access.kind === 'unpublished' ? [access.reason] : []))
  // A mistake takes precedence, because it closes the page to editors too.
  const reason = reasons.find(({ why }) => !READABLE_BY_EDITORS.has(why)) ?? reasons[0]
  const locks = [...new Set([a, b].flatMap(getLocks))].sort()
  if (reason !== undefined) return { ...createUnpublished(reason, audience), ...(locks.length > 0 && { locks }) }
  const where = [getListing(a), getListing(b)]
  const unlisted = (['self', 'above'] as const).find((each) => where.includes(each))
  const listing = unlisted === undefined ? {} : { unlisted }
  if (locks.length > 0) return { kind: 'locked', locks, ...(audience && { audience }), ...listing }
  return audience === undefined
    ? { kind: 'public', ...listing }
    : { kind: 'members', organizations: audience, ...listing }
}

/** Combines the access of a page with that of its parent, see {@link combineAccess}. */
export function inheritAccess(above: Access, own: Access): Access {
  const isListed = above.kind === 'unpublished' || above.unlisted === undefined
  return combineAccess(isListed ? above : { ...above, unlisted: 'above' }, own)
}

const getLocks = (access: Access): string[] => ('locks' in access ? (access.locks ?? []) : [])

/** Returns undefined if everyone may read. */
function getAudience(access: Access): Audience | undefined {
  if (access.kind === 'public') return undefined
  return access.kind === 'members' ? access.organizations : access.audience
}

function intersectAudiences(a: Audience | undefined, b: Audience | undefined): Audience | undefined {
  if (a === undefined || b === undefined) return a ?? b
  if (a === 'any') return b
  return b === 'any' ? a : a.filter((slug) => b.includes(slug))
}

/**
 * Parses the values of an access setting: `Public`, `Unlisted`, `Members` or organization slugs. Empty and malformed
 * values close the page.
 */
export function parseAccessWords(words: string[]): Access {
  const known = words.map((word) => word.trim().toLowerCase()).filter((word) => word !== '')
  if (known.length === 0) return createUnpublished({ why: 'access-empty' })
  const strange = known.find((word) => !/^[a-z0-9][a-z0-9_-]*$/.test(word))
  if (strange !== undefined) return createUnpublished({ why: 'access-unknown', word: strange })
  const organizations = known.filter((word) => !SETTINGS.has(word))
  const listing = known.includes('unlisted') ? ({ unlisted: 'self' } as const) : {}
  if (organizations.length > 0) return { kind: 'members', organizations, ...listing }
  return known.includes('members')
    ? { kind: 'members', organizations: 'any', ...listing }
    : { kind: 'public', ...listing }
}

const SETTINGS: ReadonlySet<string> = new Set(['public', 'unlisted', 'members'])

export interface AccessSettings {
  timeZone: string
  /** Milliseconds since 1970. */
  now: number
  /** Whether visitors are asked for passwords. Without that, rows with a password are not published. */
  asksForPasswords?: boolean
}

/** Returns the access that a row's own properties set. */
export function getRowAccess(row: Block, collection: Collection, settings: AccessSettings): Access {
  const blogRow = readBlogRow(row, collection)
  const access = applyRules(row, collection, settings)
  return blogRow ? combineAccess(combineAccess(getTypeAccess(blogRow), getBlogStatusAccess(blogRow)), access) : access
}

/** Returns the access to the name of a row that is no page because of its type, such as a link of the menu. */
export function getNameAccess(row: Block, collection: Collection, settings: AccessSettings): Access {
  const blogRow = readBlogRow(row, collection)
  const access = applyRules(row, collection, settings)
  return blogRow ? combineAccess(getBlogStatusAccess(blogRow), access) : access
}

function applyRules(row: Block, collection: Collection, settings: AccessSettings): Access {
  const isBlogRow = readBlogRow(row, collection) !== undefined
  let access = getLockAccess(row, settings)
  for (const [id, property] of Object.entries(collection.schema)) {
    const rule = findRule(property)
    // The statuses of a blog database have values of their own.
    if (rule !== undefined && !(isBlogRow && rule === getStatusAccess))
      access = combineAccess(access, rule(property, row, id, settings))
  }
  return access
}

function getLockAccess({ id, locked }: Block, { asksForPasswords = false }: AccessSettings): Access {
  if (locked === undefined) return { kind: 'public' }
  if (!asksForPasswords) return createUnpublished({ why: 'password' })
  if (locked === true) return createUnpublished({ why: 'password-unusable' })
  return { kind: 'locked', locks: [createLock(id, locked)] }
}

/** Returns the access that the type of a row of a blog database sets. */
function getTypeAccess({ type }: BlogRow): Access {
  const rowType = parseRowType(type)
  return rowType === 'post' || rowType === 'page' ? { kind: 'public' } : createUnpublished({ why: 'no-page', type })
}

/** Returns the access that the status of a row of a blog database sets. */
function getBlogStatusAccess({ status, visibility }: BlogRow): Access {
  if (visibility === 'closed') return createUnpublished({ why: 'status', status })
  return { kind: 'public', ...(visibility === 'unlisted' && { unlisted: 'self' }) }
}

type Rule = (property: PropertySchema, row: Block, id: string, settings: AccessSettings) => Access

const getStatusAccess: Rule = (property, row, id) => {
  if (property.type !== 'select' && property.type !== 'status') return createWrongType(property)
  const hidesOthers = hasPublishedOption(property) || property.lacksPublished === true
  return combineTexts(property, readText(row, id), (status) => parseStatus(status, hidesOthers))
}

function parseStatus(status: string, hidesOthers: boolean): Access {
  if (status.toLowerCase() === 'unlisted') return { kind: 'public', unlisted: 'self' }
  if (!hidesOthers || isPublished(status)) return { kind: 'public' }
  return createUnpublished({ why: 'status', status })
}

/** Rows with a password are marked by `removePasswords`. */
const RULES: Record<Exclude<ProtectingName, 'password'>, Rule> = {
  status: getStatusAccess,
  access(property, row, id) {
    if (!['select', 'multi_select', 'text'].includes(property.type)) return createWrongType(property)
    return combineTexts(property, readText(row, id), (text) => parseAccessWords(text.split(',')))
  },
  public(property, row, id) {
    if (property.type !== 'checkbox') return createWrongType(property)
    return isYes(readText(row, id)) ? { kind: 'public' } : createUnpublished({ why: 'public-unticked' })
  },
  'publish at'(property, row, id, { timeZone, now }) {
    if (property.type !== 'date') return createWrongType(property)
    const value = row.properties[id]
    if (value === undefined || value.length === 0) return { kind: 'public' }
    const date = findDateValue(value)
    const until = date && getStartInstant(date, timeZone)
    if (until === undefined) return createUnpublished({ why: 'date-unreadable' })
    if (until <= now) return { kind: 'public' }
    return createUnpublished({ why: 'scheduled', until })
  },
}

function findRule(property: PropertySchema): Rule | undefined {
  const name = findRuleName(property)
  return name === undefined || name === 'password' ? undefined : RULES[name]
}

/** Whether a property sets the access of its row. */
export const isAccessProperty = (property: PropertySchema): boolean => findRule(property) !== undefined

/** Returns the stricter access of a text and of those of its options that the schema still has: a deleted option opens nothing. */
function combineTexts(property: PropertySchema, text: string, parse: (text: string) => Access): Access {
  const access = parse(text)
  const existing = property.options && readOptionNames(text, property).join(',')
  return existing === undefined || existing === text ? access : combineAccess(access, parse(existing))
}

const readText = (row: Block, property: string) => toPlainText(row.properties[property] ?? []).trim()
const isYes = (text: string) => text.toLowerCase() === 'yes'

function createUnpublished(reason: Reason, audience?: Audience): Extract<Access, { kind: 'unpublished' }> {
  return { kind: 'unpublished', reason, ...(audience && { audience }) }
}

function createWrongType(property: PropertySchema): Access {
  return createUnpublished({ why: 'wrong-type', property: property.name.trim(), type: property.type })
}
