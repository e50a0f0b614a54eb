import { Link } from '@/components/ui/link'
import { PageIcon } from '@/components/ui/page-icon'
import { usePageMessages } from '@/components/ui/page-messages'
import { type BlockProps, classes } from './block-props'
import { Caption } from './caption'

const PLAYER = 'https://www.youtube-nocookie.com'

/**
 * An embed of fixed size, and a link to it. `islands/media.ts` loads it when it comes near the viewport, or on request. Browsers do not
 * report whether an iframe failed, so the link is always shown; without script it is shown alone.
 */
export function Embed({ block }: BlockProps<'embed'>) {
  const { caption, src, title, href = src, clickToLoad, post, width, ratio, height, full } = block
  const style = height === undefined ? { aspectRatio: 1 / (ratio ?? 1) } : { height }
  return (
    <figure className="block-embed" data-full={full && 1} data-post={post && 1} style={{ width }}>
      <div className="frame" style={style} data-src={src} data-title={title}>
        {clickToLoad && <ClickToLoad src={src} title={title} href={href} />}
      </div>
      {!clickToLoad && (
        <a href={href} rel="noopener noreferrer">
          {title}
        </a>
      )}
      <Caption text={caption} />
    </figure>
  )
}

/** A link to an embed; with script also the name of the site that would be contacted, and a button that loads the embed. */
function ClickToLoad({ src, title, href }: { src: string; title: string; href: string }) {
  const messages = usePageMessages().body
  return (
    <div className="click-to-load">
      <a href={href} rel="noopener noreferrer">
        {title}
      </a>
      <p hidden>{`${messages.contacts} ${new URL(src).hostname}`}</p>
      <button type="button" hidden aria-label={`${messages.show}: ${title}`}>
        {messages.show}
      </button>
    </div>
  )
}

/** A YouTube video: a link, which `islands/media.ts` replaces by the thumbnail and a button that starts the player. */
export function YouTube({ block }: BlockProps<'youtube'>) {
  const { caption, id, title, start, mute, clickToLoad, width, full } = block
  const messages = usePageMessages().body
  const query = new URLSearchParams({ autoplay: '1', ...(mute && { mute: '1' }), ...(start && { start: `${start}` }) })
  const player = `${PLAYER}/embed/${id}?${query}`
  const href = `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}` : ''}`
  return (
    <figure className="block-video" data-full={full && 1} style={{ width }}>
      <div className="frame" data-src={player} data-title={title} data-video={clickToLoad ? undefined : id}>
        {clickToLoad ? (
          <ClickToLoad src={player} title={title} href={href} />
        ) : (
          <a className="play" href={href} rel="noopener noreferrer">
            <span className="visually-hidden">{`${messages.play}: ${title}`}</span>
          </a>
        )}
      </div>
      <Caption text={caption} />
    </figure>
  )
}

/** A link with the title, description and image of its target. */
export function BookmarkCard({ block }: BlockProps<'card'>) {
  const { caption, href, title, description, icon, cover, source, badge, color } = block
  return (
    <figure className={classes('block-card', color)}>
      <Link href={href}>
        <span className="block-card-text">
          <span className="block-card-title">{title}</span>
          {description && <span className="block-card-description">{description}</span>}
          {source && (
            <span className="block-card-source">
              {icon && <PageIcon icon={icon} />}
              <span>{source}</span>
              {/* biome-ignore lint/performance/noImgElement: a picture of another site */}
              {badge && <img className="block-card-badge" src={badge} alt="" loading="lazy" decoding="async" />}
            </span>
          )}
        </span>
        {/* biome-ignore lint/performance/noImgElement: a picture of another site */}
        {cover && <img className="block-card-cover" src={cover} alt="" loading="lazy" decoding="async" />}
      </Link>
      <Caption text={caption} />
    </figure>
  )
}
