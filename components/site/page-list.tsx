import type { ListedPage } from '@/lib/screens/chrome'
import { PageIcon } from '../ui/page-icon'

/** A list of pages with their icons, descriptions and dates, or of posts. */
export function PageList({ pages }: { pages: ListedPage[] }) {
  if (pages[0]?.post !== undefined) {
    const items = pages.map(({ post }) => post).join('')
    // biome-ignore lint/security/noDangerouslySetInnerHtml: markup that the server generated
    return <ul className="post-list" dangerouslySetInnerHTML={{ __html: items }} />
  }
  return (
    <ul className="page-list">
      {pages.map(({ path, title, icon, description, language, date }) => (
        <li key={path}>
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
        </li>
      ))}
    </ul>
  )
}
