import type { PageLink } from '@/lib/site/types'
import { InternalLink } from '../ui/internal-link'
import { PageIcon } from '../ui/page-icon'

export type ListedPage = PageLink & { description?: string }

/** Pages as a book lists its chapters. */
export function PageList({ pages }: { pages: ListedPage[] }) {
  return (
    <ul className="page-list">
      {pages.map(({ path, title, icon, description }) => (
        <li key={path}>
          <InternalLink href={path}>
            <span className="page-list-icon">{icon !== undefined && <PageIcon icon={icon} />}</span>
            <span className="page-list-title">{title}</span>
            {description && <span className="page-list-description">{description}</span>}
          </InternalLink>
        </li>
      ))}
    </ul>
  )
}
