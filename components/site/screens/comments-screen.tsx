import type { ScreenOf } from '@/lib/screens/open-screen'
import type { Messages } from '@/messages/languages'
import { Breadcrumbs } from '../breadcrumbs'
import { CommentList } from '../comments/comment-list'
import { SiteLayout } from '../site-layout'

interface CommentsScreenProps {
  screen: ScreenOf<'comments'>
  messages: Messages
}

/** One of the pages with all comments on a page, with links to the others. */
export function CommentsScreen({ screen: { chrome, page, ancestors, comments }, messages }: CommentsScreenProps) {
  const { number, pages, address, earlier, later } = comments
  return (
    <SiteLayout
      chrome={chrome}
      messages={messages}
      ancestors={ancestors}
      current={{ path: address, title: messages.comments }}
    >
      <article className="page">
        <header className="page-header">
          <Breadcrumbs
            label={messages.breadcrumbs}
            ancestors={ancestors.filter(({ path }) => path !== chrome.home.path)}
            current={messages.comments}
          />
          <h1>{page.title}</h1>
          <p className="page-description">
            {messages.comments}: {messages.lists.place(number, pages)}
          </p>
        </header>
        <div className="comments">
          <CommentList comments={comments.comments} messages={messages} form={comments.form} />
        </div>
        {pages > 1 && (
          <nav className="rows-nav" aria-label={messages.comments}>
            {earlier && (
              <a href={earlier} rel="prev">
                {messages.commentList.earlier}
              </a>
            )}
            {later && (
              <a href={later} rel="next">
                {messages.commentList.later}
              </a>
            )}
          </nav>
        )}
      </article>
    </SiteLayout>
  )
}
