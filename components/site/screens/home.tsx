import type { ReactNode } from 'react'
import type { Chrome, ListedPage } from '@/lib/screens/chrome'
import type { Messages } from '@/messages/languages'
import { PageList } from '../page-list'
import { SiteLayout } from '../site-layout'
import { Announcement } from './announcement'

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
  return (
    // The list replaces the navigation.
    <SiteLayout chrome={{ ...chrome, navigation: [] }} messages={messages} bar={bar}>
      {chrome.announcement && <Announcement content={chrome.announcement} />}
      <article className="page">
        <header className="page-header">
          <h1>{chrome.home.title}</h1>
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
    </SiteLayout>
  )
}
