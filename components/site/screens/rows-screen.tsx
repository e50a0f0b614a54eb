import { addBasePath } from '@/lib/base-path'
import { holdMarkup } from '@/lib/cache/rendered-page'
import type { ScreenOf } from '@/lib/screens/open-screen'
import { getPageMessages, getSiteMessages, type Messages } from '@/messages/languages'
import { Breadcrumbs } from '../breadcrumbs'
import { PageContent } from '../page-content'
import { SiteLayout } from '../site-layout'

interface RowsScreenProps {
  screen: ScreenOf<'rows'>
  messages: Messages
}

/** One page of the rows of a view, with links to the others. */
export function RowsScreen({ screen: { chrome, page, ancestors, rows, locale }, messages }: RowsScreenProps) {
  const { html, view, views, label, number, pages } = rows
  const rowsMessages = getSiteMessages(locale).rows
  const path = page.path === '' ? '' : `/${encodeURI(page.path)}`
  const id = `${view.id} ${number} ${page.version}`
  const getRowsAddress = (viewId: string, pageNumber: number) => addBasePath(`/rows/${viewId}/${pageNumber}${path}`)
  return (
    <SiteLayout
      chrome={chrome}
      messages={messages}
      ancestors={ancestors}
      current={{ path: getRowsAddress(view.id, number), title: view.name }}
    >
      <article className="page" lang={page.language} dir={page.direction} data-full-width>
        <header className="page-header">
          <Breadcrumbs
            label={messages.breadcrumbs}
            ancestors={ancestors.filter(({ path }) => path !== chrome.home.path)}
            current={view.name}
          />
          <h1>{page.title}</h1>
          <p className="page-description">{rowsMessages.place(view.name, number, pages)}</p>
        </header>
        {views.length > 1 && (
          <nav className="rows-nav" aria-label={label}>
            {views.map(({ id, name }) => (
              <a key={id} href={getRowsAddress(id, 1)} aria-current={id === view.id ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
        )}
        <PageContent id={id} html={holdMarkup('rows', html)} messages={getPageMessages(locale)} />
        {pages > 1 && (
          <nav className="rows-nav" aria-label={rowsMessages.pages}>
            {number > 1 && (
              <a href={getRowsAddress(view.id, number - 1)} rel="prev">
                {rowsMessages.previous}
              </a>
            )}
            {number < pages && (
              <a href={getRowsAddress(view.id, number + 1)} rel="next">
                {rowsMessages.next}
              </a>
            )}
          </nav>
        )}
      </article>
    </SiteLayout>
  )
}
