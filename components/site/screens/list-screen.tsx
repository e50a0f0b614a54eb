import type { ReactNode } from 'react'
import type { Chrome, ListedPage } from '@/lib/screens/chrome'
import type { PageListView } from '@/lib/screens/list'
import type { PageLink } from '@/lib/site/site-index'
import type { Messages } from '@/messages/languages'
import { SlotContent } from '../../slots/slot-markup'
import { Breadcrumbs } from '../breadcrumbs'
import { PageList } from '../page-list'
import { SiteLayout } from '../site-layout'

interface ListScreenProps {
  chrome: Chrome
  view: PageListView
  messages: Messages
  /** See `SiteLayout`. */
  bar?: ReactNode
}

/** Returns the pages above a list, below the home page. */
const getListAncestors = (view: PageListView): PageLink[] =>
  view.kind !== 'terms' && view.above !== undefined ? [view.above] : []

/** The list of all tags, categories or authors, the pages of one of them, the archive by year, or a later page of the list of posts. */
export function ListScreen({ chrome, view, messages, bar }: ListScreenProps) {
  const { title, path } = view
  return (
    <SiteLayout
      chrome={chrome}
      messages={messages}
      ancestors={getListAncestors(view)}
      current={{ path, title }}
      bar={bar}
    >
      <SlotContent name="list" html={chrome.slots?.list}>
        <ListArticle view={view} messages={messages} />
      </SlotContent>
    </SiteLayout>
  )
}

/** The content of a list. */
export function ListArticle({ view, messages }: Pick<ListScreenProps, 'view' | 'messages'>) {
  const { lists } = messages
  const { newer, older } = view.kind === 'posts' ? messages.posts : lists
  const { title } = view
  const author = view.kind === 'terms' ? undefined : view.author
  const above = getListAncestors(view)
  return (
    <article className="page">
      <header className="page-header">
        <Breadcrumbs label={messages.breadcrumbs} ancestors={above} current={title} />
        {author?.picture !== undefined && (
          // React adds no preload link for an image in a picture element.
          <picture>
            <img className="author-picture" src={author.picture} alt="" />
          </picture>
        )}
        <h1 dir="auto">{title}</h1>
        {author?.about !== undefined && (
          <p className="page-description" dir="auto">
            {author.about}
          </p>
        )}
        {view.kind !== 'terms' && view.place !== undefined && <p className="page-description">{view.place}</p>}
      </header>
      {view.kind === 'terms' ? (
        <ul className="tag-list">
          {view.terms.map((term) => (
            <li key={term.path}>
              <a href={term.path} rel="tag">
                <span dir="auto">{term.name}</span>
              </a>{' '}
              <small>{lists.count(term.pages)}</small>
            </li>
          ))}
        </ul>
      ) : (
        <>
          {groupByYear(view.pages, view.kind).map(([year, pages]) => (
            <section key={year}>
              {year !== '' && <h2 className="list-year">{year}</h2>}
              <PageList pages={pages} level={view.kind === 'archive' ? 3 : 2} />
            </section>
          ))}
          {(view.newer ?? view.older) !== undefined && (
            <nav className="rows-nav" aria-label={title}>
              {view.newer !== undefined && (
                <a href={view.newer} rel="prev">
                  {newer}
                </a>
              )}
              {view.older !== undefined && (
                <a href={view.older} rel="next">
                  {older}
                </a>
              )}
            </nav>
          )}
        </>
      )}
    </article>
  )
}

/** Groups the pages of the archive by year. Those of another list are one group without a year. */
export function groupByYear(
  pages: ListedPage[],
  kind: 'term' | 'archive' | 'posts',
): [year: string, pages: ListedPage[]][] {
  if (kind !== 'archive') return [['', pages]]
  const years = new Map<string, ListedPage[]>()
  for (const page of pages) {
    const year = page.date?.year ?? ''
    years.set(year, [...(years.get(year) ?? []), page])
  }
  return [...years]
}
