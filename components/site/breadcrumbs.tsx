import type { PageLink } from '@/lib/site/site-index'

interface BreadcrumbsProps {
  label: string
  /** Between the home page and the current one. */
  ancestors: PageLink[]
  /** Title of the current page. */
  current: string
}

/** The ancestors of a page above its title, separated by slashes. The current page is not a link. Nothing directly below the home page. */
export function Breadcrumbs({ label, ancestors, current }: BreadcrumbsProps) {
  if (ancestors.length === 0) return null
  return (
    <nav className="breadcrumbs" aria-label={label}>
      <ol>
        {ancestors.map(({ path, title }) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
