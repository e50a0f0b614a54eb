import type { TermLabel } from '@/lib/page/page-view'
import type { PictureSources } from '@/lib/page/picture-sources'

/** A page in a list of posts, as one viewer sees it. Texts of the interface are in the language of the list. */
export interface PostView {
  /** Encoded. */
  path: string
  title: string
  /** Left out if it was detected from content that a password protects. */
  language?: string
  pinned?: string
  date?: { iso: string; text: string }
  readingTime?: string
  /** Categories and tags. */
  terms: TermLabel[]
  summary?: string
  picture?: PictureSources
  /** Its markup, if a component of the site folder draws it. */
  card?: string
}

/** The first part of the list of posts, with a link to the next one. */
export interface FirstPosts {
  posts: PostView[]
  /** Shown if there are no posts. */
  empty: string
  older?: { path: string; title: string; label: string }
}

interface PostListProps {
  posts: readonly PostView[]
  /** The level of the headings. */
  level?: 2 | 3
}

/** The `sizes` attribute of a picture beside a post. The widths are those of `styles/post-list.css`. */
const SIZES = '(max-width: 479px) 6rem, 11rem'

/** Keyboards and screen readers skip the picture, because the title is the same link. */
const HIDDEN = { tabIndex: -1, 'aria-hidden': true }

/** A list of posts with their dates, terms, summaries and pictures. */
export function PostList({ posts, level = 2 }: PostListProps) {
  return (
    <ul className={getListClass('post-list', posts[0])}>
      {posts.map((post, place) =>
        post.card === undefined ? (
          <li key={post.path}>
            <Post post={post} level={level} isFirst={place === 0} />
          </li>
        ) : (
          <Card key={post.path} html={post.card} />
        ),
      )}
    </ul>
  )
}

/** Returns the class name of a list. One of own cards has none of the styles of built-in lists. */
export const getListClass = (name: string, first: { card?: string } | undefined): string =>
  first?.card === undefined ? name : 'card-list'

/** A page in a list that a component of the site folder draws. */
// biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
export const Card = ({ html }: { html: string }) => <li dangerouslySetInnerHTML={{ __html: html }} />

interface PostProps {
  post: PostView
  level: 2 | 3
  isFirst: boolean
}

/** A post in a list. */
export function Post({ post, level, isFirst }: PostProps) {
  const { path, title, language, summary, picture } = post
  const Heading = `h${level}` as const
  return (
    <>
      <div>
        <Heading>
          <a href={path} lang={language} dir="auto">
            {title}
          </a>
        </Heading>
        <PostFacts {...post} />
        {summary !== undefined && (
          <p className="post-summary" lang={language} dir="auto">
            {summary}
          </p>
        )}
      </div>
      {picture && (
        <a className="post-picture" href={path} {...HIDDEN}>
          <PostPicture picture={picture} sizes={SIZES} isFirst={isFirst} />
        </a>
      )}
    </>
  )
}

function PostFacts({ pinned, date, readingTime, terms }: PostView) {
  if (pinned === undefined && date === undefined && readingTime === undefined && terms.length === 0) return null
  return (
    <ul className="page-facts">
      {pinned !== undefined && <li>{pinned}</li>}
      {date && (
        <li>
          <time dateTime={date.iso}>{date.text}</time>
        </li>
      )}
      {readingTime !== undefined && <li>{readingTime}</li>}
      {terms.map(({ name, path }) => (
        <li key={path ?? name}>
          {path === undefined ? (
            <span dir="auto">{name}</span>
          ) : (
            <a href={path} rel="tag" dir="auto">
              {name}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

interface PostPictureProps {
  picture: PictureSources
  /** The HTML attribute. */
  sizes: string
  isFirst?: boolean
}

/** The picture of a post. All but the first of a page are lazy. */
export function PostPicture({ picture: { src, srcSet }, sizes, isFirst = false }: PostPictureProps) {
  const image = (
    // biome-ignore lint/performance/noImgElement: the site serves smaller copies itself
    <img
      alt=""
      loading={isFirst ? undefined : 'lazy'}
      decoding="async"
      sizes={srcSet === undefined ? undefined : sizes}
      srcSet={srcSet}
      src={src}
    />
  )
  // React adds no preload link for an image in a picture element. Its URLs would precede the text in the document.
  return isFirst ? <picture>{image}</picture> : image
}
