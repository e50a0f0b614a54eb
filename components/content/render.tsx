import { renderToStaticMarkup } from 'react-dom/server'
import { PageEnd, type PageEndView } from './page-end'
import { PostList, type PostView } from './post-list'

/** The first part of the list of posts, with a link to the next one. */
export interface FirstPosts {
  posts: PostView[]
  /** Shown if there are no posts. */
  empty: string
  older?: { path: string; title: string; label: string }
}

/** Renders the list of posts within the content of a page. Runs on the page thread only, as all of this file. */
export function renderFirstPosts({ posts, empty, older }: FirstPosts): string {
  return renderToStaticMarkup(
    posts.length === 0 ? (
      <p className="page-note">{empty}</p>
    ) : (
      <>
        <PostList posts={posts} />
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
export const renderPageEnd = (view: PageEndView): string | undefined =>
  renderToStaticMarkup(<PageEnd {...view} />) || undefined
