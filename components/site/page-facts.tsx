import type { Messages } from '@/lib/messages/messages'
import type { PageView } from '@/lib/page/wire/page'

/** One line of facts under a page's title: when it was published, how long it takes to read, what it is about. */
export function PageFacts({ view, messages }: { view: PageView; messages: Messages }) {
  const { published, readingMinutes, tags } = view
  // That a page is short is seen.
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
