import type { ListedPage } from '@/lib/screens/chrome'
import { Card, getListClass, PostList } from '../content/post-list'
import { PageIcon } from '../ui/page-icon'

interface PageListProps {
  pages: ListedPage[]
  /** The level of the headings in a list of posts. */
  level?: 2 | 3
}

/** A list of pages with their icons, descriptions and dates, or of posts. */
export function PageList({ pages, level }: PageListProps) {
  if (pages[0]?.post !== undefined) return <PostList posts={pages.flatMap(({ post }) => post ?? [])} level={level} />
  return (
    <ul className={getListClass('page-list', pages[0])}>
      {pages.map((page) =>
        page.card === undefined ? (
          <li key={page.path}>
            <PageListItem page={page} />
          </li>
        ) : (
          <Card key={page.path} html={page.card} />
        ),
      )}
    </ul>
  )
}

/** A page in a list. */
export function PageListItem({ page }: { page: ListedPage }) {
  const { path, title, icon, description, language, date } = page
  return (
    <a href={path}>
      <span className="page-list-icon">{icon !== undefined && <PageIcon icon={icon} />}</span>
      <span className="page-list-title" lang={language} dir="auto">
        {title}
      </span>
      {date && <time dateTime={date.iso}>{date.text}</time>}
      {description && (
        <span className="page-list-description" lang={language} dir="auto">
          {description}
        </span>
      )}
    </a>
  )
}
