import { addBasePath } from '@/lib/base-path'
import type { PageView, TermLabel } from '@/lib/page/page-view'
import type { DateLabel } from '@/lib/page/text/date-label'
import type { Messages } from '@/messages/languages'

interface PageFactsProps {
  view: PageView
  messages: Messages
  /** The date of the last edit, if it is one of the facts. */
  updated?: DateLabel | undefined
  /** The id of the page, if posts show how often they were read. */
  counted?: string | undefined
}

// A reading time of one minute is not worth showing.
const isLong = ({ readingMinutes }: PageView): boolean => readingMinutes > 1

/** Whether a page has any of the facts that {@link PageFacts} shows. */
export function hasPageFacts(view: PageView, updated: DateLabel | undefined): boolean {
  const hasDate = view.published !== undefined || updated !== undefined
  return hasDate || isLong(view) || view.authors.length + view.tags.length > 0
}

/** A line below the title of a page: authors, date of publication, reading time, categories and tags. */
export function PageFacts({ view, messages, updated, counted }: PageFactsProps) {
  const { authors, published, readingMinutes, tags } = view
  return (
    <ul className="page-facts">
      {authors.map((author) => (
        <Term key={author.name} term={author} rel="author" />
      ))}
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
      {isLong(view) && (
        <li>
          <span dir="auto">{messages.readingTime(readingMinutes)}</span>
        </li>
      )}
      {tags.map((tag) => (
        <Term key={tag.path ?? tag.name} term={tag} rel="tag" />
      ))}
      {counted !== undefined && published && <Views page={counted} label={messages.views} />}
    </ul>
  )
}

/** The place of the number of views, which `public/views.js` fills: the page is cached for longer than the number. */
const Views = ({ page, label }: { page: string; label: string }) => (
  <li data-views={addBasePath(`/api/views/${page}`)} data-label={label} style={{ visibility: 'hidden' }}>
    <span style={{ display: 'inline-block', minInlineSize: `${label.length + 6}ch` }} />
    <script defer src={addBasePath('/views.js')} />
  </li>
)

function Term({ term: { name, path }, rel }: { term: TermLabel; rel: string }) {
  return (
    <li>
      {path === undefined ? (
        <span dir="auto">{name}</span>
      ) : (
        <a href={path} rel={rel}>
          {name}
        </a>
      )}
    </li>
  )
}
