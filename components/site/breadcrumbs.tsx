import type { PageLink } from '@/lib/site/site-index'
import { PageIcon } from '../ui/page-icon'

interface BreadcrumbsProps {
  label: string
  /** The home page. */
  home: PageLink
  /** Between the home page and the current one. */
  ancestors: PageLink[]
  /** Title of the current page; undefined when it is the home page. */
  current?: string
}

/** The ancestors of a page, separated by slashes. The current page is not a link. */
export function Breadcrumbs({ label, home, ancestors, current }: BreadcrumbsProps) {
  return (
    <nav className="breadcrumbs" aria-label={label}>
      <ol>
        <li className="breadcrumbs-home">
          {current === undefined ? (
            <span aria-current="page">
              <Home {...home} />
            </span>
          ) : (
            <a href={home.path}>
              <Home {...home} />
            </a>
          )}
        </li>
        {ancestors.map(({ path, title }) => (
          <li key={path}>
            <Separator />
            <a href={path}>{title}</a>
          </li>
        ))}
        {current !== undefined && (
          <li>
            <Separator />
            <span aria-current="page">{current}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}

function Home({ icon, title }: PageLink) {
  return (
    <>
      {icon !== undefined && <PageIcon icon={icon} />}
      <span>{title}</span>
    </>
  )
}

function Separator() {
  return (
    <span className="breadcrumbs-separator" aria-hidden="true">
      /
    </span>
  )
}
