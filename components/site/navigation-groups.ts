import type { HeaderLink } from '@/lib/site/links-around'
import type { PageLink } from '@/lib/site/site-index'

/** A link to one of the site's main pages. A tuple, because the data of every page contains it. */
export type NavigationLink = readonly [path: string, title: string]

/** The number of links in the first group: the site's first pages, in the order of the workspace. */
const MAX_FIRST = 12
/** A list that is longer than the first group by less than this is not divided. */
const MIN_REST = 8
/** A group of fewer links is joined with the next one. */
const MIN_IN_GROUP = 4

export interface NavigationGroup {
  /** The initials of its links; undefined for the first group. */
  name?: string
  links: NavigationLink[]
}

/** A menu of links in the header. */
export interface NavigationMenu {
  title: string
  links: NavigationLink[]
}

/** What the header shows in a line, and all links in groups. */
export interface NavigationLists {
  line: (NavigationLink | NavigationMenu)[]
  groups: NavigationGroup[]
}

/** Returns the links of the header in one list, with those of its menus. */
export const listLinks = (entries: readonly HeaderLink[]): PageLink[] =>
  entries.flatMap(({ links, ...link }) => links ?? [link])

/** Arranges the links and menus of the header. Each menu is a group of its own. */
export function arrangeLinks(entries: readonly HeaderLink[], locale: string): NavigationLists {
  const toLink = ({ path, title }: PageLink): NavigationLink => [path, title]
  const alone = entries.filter(({ links }) => links === undefined).map(toLink)
  if (alone.length === entries.length) {
    const groups = groupLinks(alone, locale)
    return { line: groups[0]?.links ?? [], groups }
  }
  const line = entries.map((entry) =>
    entry.links === undefined ? toLink(entry) : { title: entry.title, links: entry.links.map(toLink) },
  )
  const menus = line.flatMap((entry) => ('links' in entry ? [{ name: entry.title, links: entry.links }] : []))
  return { line, groups: alone.length === 0 ? menus : [{ links: alone }, ...menus] }
}

/** Divides a long list of links into groups: the first twelve in the order of the workspace, the others by initial. */
export function groupLinks(links: NavigationLink[], locale: string): NavigationGroup[] {
  if (links.length < MAX_FIRST + MIN_REST) return [{ links }]
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const rest = links.slice(MAX_FIRST).sort(([, a], [, b]) => compare(trimSigns(a), trimSigns(b)))
  const groups: { first: string; last: string; links: NavigationLink[] }[] = []
  for (const link of rest) {
    const initial = getInitial(link[1], locale)
    const group = groups.at(-1)
    if (group === undefined || (group.last !== initial && group.links.length >= MIN_IN_GROUP)) {
      groups.push({ first: initial, last: initial, links: [link] })
    } else {
      group.links.push(link)
      group.last = initial
    }
  }
  const named = groups.map(({ first, last, links }) => ({ name: first === last ? first : `${first} – ${last}`, links }))
  return [{ links: links.slice(0, MAX_FIRST) }, ...named]
}

/** Returns a title without the emoji and punctuation before its first letter or digit. */
const trimSigns = (title: string): string => title.replace(/^[^\p{L}\p{N}]+/u, '')

function getInitial(title: string, locale: string): string {
  const [initial = '…'] = trimSigns(title)
  return initial.toLocaleUpperCase(locale)
}
