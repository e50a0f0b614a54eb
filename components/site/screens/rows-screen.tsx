import { StaticRows } from '@/components/page/collection/static-rows'
import { localeFor } from '@/lib/messages/locales'
import type { Messages } from '@/lib/messages/messages'
import { messagesFor } from '@/lib/messages/parts/site'
import type { Chrome } from '@/lib/page/routes/site-chrome'
import type { RowsPage } from '@/lib/page/rows'
import type { PageLink, SitePage } from '@/lib/site/site-index'
import { SiteFrame } from '../site-frame'

interface RowsScreenProps {
  chrome: Chrome
  page: SitePage
  /** The pages above the rows: the page that shows them last. */
  ancestors: PageLink[]
  rows: RowsPage
  messages: Messages
}

/** One page of a view's rows, with the way to the others. */
export function RowsScreen({ chrome, page, ancestors, rows, messages }: RowsScreenProps) {
  const { data, view, number, pages } = rows
  const words = messagesFor(localeFor(page.language, messages.locale)).rows
  const path = page.path === '' ? '' : `/${encodeURI(page.path)}`
  const address = (of: string, at: number) => `/rows/${of}/${at}${path}`
  return (
    <SiteFrame
      chrome={chrome}
      messages={messages}
      ancestors={ancestors}
      current={{ path: address(view.id, number), title: view.name }}
    >
      <article className="page" lang={page.language} dir={page.direction} data-full-width>
        <header className="page-header">
          <h1>{page.title}</h1>
          <p className="page-description">{words.place(view.name, number, pages)}</p>
        </header>
        {data.views.length > 1 && (
          <nav className="rows-nav" aria-label={data.labels.views}>
            {data.views.map(({ id, name }) => (
              <a key={id} href={address(id, 1)} aria-current={id === view.id ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
        )}
        <div className="page-body">
          <StaticRows data={data} view={view} />
        </div>
        {pages > 1 && (
          <nav className="rows-nav" aria-label={words.pages}>
            {number > 1 && (
              <a href={address(view.id, number - 1)} rel="prev">
                {words.previous}
              </a>
            )}
            {number < pages && (
              <a href={address(view.id, number + 1)} rel="next">
                {words.next}
              </a>
            )}
          </nav>
        )}
      </article>
    </SiteFrame>
  )
}
