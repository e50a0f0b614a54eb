import type { PictureSources } from '@/lib/page/picture-sources'
import { PostPicture } from './post-list'

/** A link to another page, in the language of that page. */
export interface EndLink {
  /** Encoded. */
  path: string
  title: string
  /** Set if it differs from that of the page. */
  language?: string
  picture?: PictureSources
  /** Whether it leads to the page itself. */
  isCurrent?: boolean
}

interface LinkListView {
  title: string
  links: EndLink[]
  /** Whether the links are the numbered parts of a series. */
  isSeries?: boolean
}

/** What is below the content of a page, as one viewer sees it. Texts of the interface are in the language of the page. */
export interface PageEndView {
  /** Links that share a post. */
  sharing?: { label: string; links: (readonly [name: string, address: string])[] }
  copyright?: string
  /** The name of the navigation. */
  label: string
  /** The previous and next page. */
  turns: { rel: 'prev' | 'next'; label: string; link: EndLink }[]
  /** The series of the page, related pages and backlinks. */
  lists: LinkListView[]
}

/** Links below the content: to share a post, and to other pages. They are plain, so that no other site learns of visitors who do not click. */
export function PageEnd({ sharing, copyright, label, turns, lists }: PageEndView) {
  return (
    <>
      {sharing && (
        <p className="page-share">
          <span>{sharing.label}</span>
          {sharing.links.map(([name, address]) => (
            <a key={address} href={address} rel="noopener">
              {name}
            </a>
          ))}
        </p>
      )}
      {copyright !== undefined && (
        <p className="page-copyright" dir="auto">
          {copyright}
        </p>
      )}
      {turns.length + lists.length > 0 && (
        <nav className="page-end" aria-label={label}>
          {turns.length > 0 && (
            <p>
              {turns.map(({ rel, label: word, link: { path, title, language } }) => (
                <a key={rel} rel={rel} href={path}>
                  <small>{word}</small>
                  <span dir="auto" lang={language}>
                    {title}
                  </span>
                </a>
              ))}
            </p>
          )}
          {lists.map((list) => (
            <LinkList key={list.title} {...list} />
          ))}
        </nav>
      )}
    </>
  )
}

function LinkList({ title: heading, links, isSeries }: LinkListView) {
  const List = isSeries ? 'ol' : 'ul'
  return (
    <>
      <h2 dir="auto">{heading}</h2>
      <List>
        {links.map(({ path, title, language, picture, isCurrent }) => (
          <li key={path}>
            <a href={path} aria-current={isCurrent && 'page'}>
              {picture && (
                <span className="post-picture">
                  <PostPicture picture={picture} sizes="14rem" />
                </span>
              )}
              <span dir="auto" lang={language}>
                {title}
              </span>
            </a>
          </li>
        ))}
      </List>
    </>
  )
}
