import { renderToStaticMarkup } from 'react-dom/server'
import type { OpenSlots } from '../slots/open-slots'
import { PageEnd, type PageEndView } from './page-end'
import { type FirstPosts, PostList } from './post-list'

/** Renders the list of posts within the content of a page. Runs on the page thread only, as all of this file. */
export function renderFirstPosts({ posts, empty, older }: FirstPosts, slots?: OpenSlots): string {
  return renderToStaticMarkup(
    posts.length === 0 ? (
      <p className="page-note">{empty}</p>
    ) : (
      <>
        <PostList posts={slots?.drawPosts(posts) ?? posts} />
        {older && (
          <nav className="rows-nav" aria-label={older.label}>
            <a href={older.path} rel="next">
              {older.title}
            </a>
          </nav>
        )}
      </>
    ),
  )
}

/** Renders what is below the content of a page; undefined if there is nothing. */
export function renderPageEnd(view: PageEndView, slots?: OpenSlots): string | undefined {
  return (slots?.drawPageEnd(view) ?? renderToStaticMarkup(<PageEnd {...view} />)) || undefined
}
