import type { Messages } from '@/lib/messages/messages'
import type { PageView } from '@/lib/page/wire/page'

interface PageFactsProps {
  view: PageView
  messages: Messages
  /** Whether the date of the last edit is one of the facts. */
  showsUpdated?: boolean
}

/** A line below the title of a page: date of publication, reading time and tags. */
export function PageFacts({ view, messages, showsUpdated = false }: PageFactsProps) {
  const { published, readingMinutes, tags } = view
  const updated = showsUpdated ? view.edited : undefined
  // A reading time of one minute is not worth showing.
  const isLong = readingMinutes > 1
  if (published === undefined && updated === undefined && !isLong && tags.length === 0) return null
  return (
    <ul className="page-facts">
      {published && (
        <li>
          <span className="visually-hidden">{messages.published} </span>
          <time dir="auto" dateTime={published.iso}>
            {published.text}
          </time>
        </li>
      )}
      {updated && (
        <li>
          <span>
            {messages.tools.updated} <time dateTime={updated.iso}>{updated.text}</time>
          </span>
        </li>
      )}
      {isLong && (
        <li>
          <span dir="auto">{messages.readingTime(readingMinutes)}</span>
        </li>
      )}
      {tags.map(({ name, path }) => (
        <li key={name}>
          {path === undefined ? (
            <span dir="auto">{name}</span>
          ) : (
            <a href={path} rel="tag">
              {name}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
