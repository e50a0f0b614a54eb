import type { Messages } from '@/lib/messages/messages'
import type { PageView } from '@/lib/page/wire/page'

/** A line below the title of a page: date of publication, reading time and tags. */
export function PageFacts({ view, messages }: { view: PageView; messages: Messages }) {
  const { published, readingMinutes, tags } = view
  // A reading time of one minute is not worth showing.
  const isLong = readingMinutes > 1
  if (published === undefined && !isLong && tags.length === 0) return null
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
