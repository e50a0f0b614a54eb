import type { ReactNode } from 'react'
import type { Chrome, ListedPage } from '@/lib/screens/chrome'
import type { Messages } from '@/messages/languages'
import { SlotContent } from '../../slots/slot-markup'
import { PageList } from '../page-list'
import { SiteLayout } from '../site-layout'

interface HomeProps {
  chrome: Chrome
  description: string
  pages: ListedPage[]
  messages: Messages
  /** See `SiteLayout`. */
  bar?: ReactNode
}

/** The generated home page of a workspace without a root page. It lists the top pages. */
export function Home({ chrome, description, pages, messages, bar }: HomeProps) {
  const listed = new Set(pages.map(({ path }) => path))
  // The list replaces the same links of the navigation.
  const isListed = chrome.navigation.every(({ path }) => listed.has(path))
  return (
    <SiteLayout chrome={isListed ? { ...chrome, navigation: [] } : chrome} messages={messages} bar={bar}>
      <SlotContent name="home" html={chrome.slots?.home}>
        <HomeArticle title={chrome.home.title} description={description} pages={pages} messages={messages} />
      </SlotContent>
    </SiteLayout>
  )
}

type HomeArticleProps = Pick<HomeProps, 'description' | 'pages' | 'messages'> & { title: string }

/** The content of a generated home page. */
export function HomeArticle({ title, description, pages, messages }: HomeArticleProps) {
  return (
    <article className="page">
      <header className="page-header">
        <h1>{title}</h1>
        {description && <p className="page-description">{description}</p>}
      </header>
      {pages.length > 0 ? (
        <PageList pages={pages} />
      ) : (
        <div className="empty-site">
          <p>{messages.emptySite}</p>
          <p>{messages.emptySiteHint}</p>
        </div>
      )}
    </article>
  )
}
