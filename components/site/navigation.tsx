import { pageMessagesFor } from '@/lib/messages/parts/page'
import type { NavigationGroup } from './navigation-groups'

/** As much as a wide header holds beside the breadcrumbs: links, and characters in them. */
const MOST_LINKS = 6
const MOST_CHARACTERS = 60

interface NavigationProps {
  groups: NavigationGroup[]
  /** Path of the page that shows it. */
  current: string
  /** Of the interface. */
  locale: string
}

/**
 * The site's main pages: as many of them as fit into the header, and all of them behind its button. It is one list, which the header
 * clips and the popover shows whole, so that it works without script and no document contains the links twice.
 */
export function Navigation({ groups, current, locale }: NavigationProps) {
  const links = groups.flatMap((group) => group.links)
  if (links.length === 0) return null
  const words = pageMessagesFor(locale).header
  const characters = links.reduce((sum, [, title]) => sum + title.length, 0)
  const fits = links.length <= MOST_LINKS && characters <= MOST_CHARACTERS
  return (
    <nav className="navigation" aria-label={words.navigation} data-fits={fits || undefined}>
      <div id="navigation" popover="auto">
        {groups.map(({ name, links }) => (
          <ul key={links[0]?.[0]} aria-label={name}>
            {links.map(([path, title]) => (
              <li key={path}>
                <a href={path} aria-current={path === current ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        ))}
      </div>
      <button type="button" popoverTarget="navigation">
        <span>{words.menu}</span>
        <span>{words.more}</span>
      </button>
    </nav>
  )
}
