import { ELEMENT_IDS } from '@/lib/element-ids'
import type { PageMessages } from '@/messages/languages'
import type { NavigationGroup } from './navigation-groups'

/** The numbers of links and of characters that fit into a wide header beside the breadcrumbs. */
const MAX_LINKS = 6
const MAX_CHARACTERS = 60

interface NavigationProps {
  groups: NavigationGroup[]
  /** Path of the current page. */
  current: string
  messages: PageMessages['header']
}

/**
 * Links to the site's main pages. The header shows as many as fit, and its button opens all of them. Both are one list, which the
 * header clips and the popover shows whole, so that it works without script and the HTML contains each link once.
 */
export function Navigation({ groups, current, messages }: NavigationProps) {
  const links = groups.flatMap((group) => group.links)
  if (links.length === 0) return null
  const characters = links.reduce((sum, [, title]) => sum + title.length, 0)
  const fits = links.length <= MAX_LINKS && characters <= MAX_CHARACTERS
  return (
    <nav className="navigation" aria-label={messages.navigation} data-fits={fits || undefined}>
      <div id={ELEMENT_IDS.navigation} popover="auto">
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
      <button type="button" popoverTarget={ELEMENT_IDS.navigation}>
        <span>{messages.menu}</span>
        <span>{messages.more}</span>
      </button>
    </nav>
  )
}
