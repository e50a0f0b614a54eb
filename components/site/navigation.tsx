import { ELEMENT_IDS } from '@/lib/element-ids'
import type { PageMessages } from '@/messages/languages'
import type { NavigationLink, NavigationLists } from './navigation-groups'

/** The numbers of links and of characters that fit into a wide header beside the name of the site. */
const MAX_LINKS = 6
const MAX_CHARACTERS = 60

interface NavigationProps {
  lists: NavigationLists
  /** Path of the current page, and of the main page that it is below. */
  current: string
  section?: string
  messages: PageMessages['header']
}

/** The id of a menu. No heading has a dot in its anchor. */
const getMenuId = (place: number) => `${ELEMENT_IDS.navigation}.${place}`

/**
 * Links to the site's main pages. The header shows as many of the first ones as fit, and its button opens all of them, without script.
 * `islands/site/header.ts` removes those that the header shows.
 */
export function Navigation({ lists: { line, groups }, current, section, messages }: NavigationProps) {
  if (line.length === 0) return null
  const hasMenus = line.some((entry) => 'links' in entry)
  const titles = hasMenus
    ? line.map((entry) => ('links' in entry ? entry.title : entry[1]))
    : groups.flatMap(({ links }) => links.map(([, title]) => title))
  const characters = titles.reduce((sum, title) => sum + title.length, 0)
  const fits = titles.length <= MAX_LINKS && characters <= MAX_CHARACTERS
  const renderLinks = (shown: NavigationLink[]) =>
    shown.map(([path, title]) => (
      <li key={path}>
        <a href={path} aria-current={path === current ? 'page' : path === section ? 'true' : undefined}>
          {title}
        </a>
      </li>
    ))
  return (
    <nav className="navigation" aria-label={messages.navigation} data-fits={fits || undefined}>
      <ul>
        {line.map((entry, place) => {
          if (!('links' in entry)) return renderLinks([entry])
          const id = getMenuId(place)
          return (
            <li key={id}>
              <button type="button" popoverTarget={id}>
                {entry.title}
              </button>
              <ul id={id} popover="auto" aria-label={entry.title}>
                {renderLinks(entry.links)}
              </ul>
            </li>
          )
        })}
      </ul>
      <div id={ELEMENT_IDS.navigation} popover="auto">
        {groups.map(({ name, links }) => (
          <ul key={links[0]?.[0]} aria-label={name}>
            {renderLinks(links)}
          </ul>
        ))}
      </div>
      <button type="button" popoverTarget={ELEMENT_IDS.navigation}>
        <span>{messages.menu}</span>
        <span>{messages.more}</span>
      </button>
    </nav>
  )
}
