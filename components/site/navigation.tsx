import type { PageLink } from '@/lib/site/types'

/** As much as a wide header holds beside the breadcrumbs: links, and characters in them. */
const MOST_LINKS = 6
const MOST_CHARACTERS = 60

interface NavigationProps {
  label: string
  menuLabel: string
  links: PageLink[]
  /** Path of the page that shows it. */
  current: string
}

/** The site's main pages: side by side where the header has room for them, else behind a button. Works without script. */
export function Navigation({ label, menuLabel, links, current }: NavigationProps) {
  if (links.length === 0) return null
  const characters = links.reduce((sum, { title }) => sum + title.length, 0)
  const fits = links.length <= MOST_LINKS && characters <= MOST_CHARACTERS
  return (
    <nav className="navigation" aria-label={label} data-fits={fits || undefined}>
      <button type="button" popoverTarget="navigation">
        {menuLabel}
      </button>
      <ul id="navigation" popover="auto">
        {links.map(({ path, title }) => (
          <li key={path}>
            <a href={path} aria-current={path === current ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
