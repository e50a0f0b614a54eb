import { usePageMessages } from '@/components/ui/page-messages'
import type { WireAttributes } from '@/lib/page/wire/blocks'
import type { Captioned } from './block-props'
import { Caption } from './caption'

/**
 * An embed of fixed size, and a link to it. `islands/media.ts` loads it when it comes near the viewport, or on request. Browsers do not
 * report whether an iframe failed, so the link is always shown; without script it is shown alone.
 */
export function Embed({
  caption,
  src,
  title,
  href = src,
  clickToLoad,
  post,
  width,
  ratio,
  height,
  full,
}: Captioned & WireAttributes['embed']) {
  const style = height === undefined ? { aspectRatio: 1 / (ratio ?? 1) } : { height }
  return (
    <figure className="block-embed" data-full={full} data-post={post} style={{ width }}>
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
export function ClickToLoad({ src, title, href }: { src: string; title: string; href: string }) {
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
