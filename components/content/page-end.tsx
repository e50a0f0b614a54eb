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
  /** Related pages and backlinks. */
  lists: { title: string; links: EndLink[] }[]
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
          {lists.map(({ title: heading, links }) => (
            <LinkList key={heading} heading={heading} links={links} />
          ))}
        </nav>
      )}
    </>
  )
}

function LinkList({ heading, links }: { heading: string; links: EndLink[] }) {
  return (
    <>
      <h2>{heading}</h2>
      <ul>
        {links.map(({ path, title, language, picture }) => (
          <li key={path}>
            <a href={path}>
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
      </ul>
    </>
  )
}
