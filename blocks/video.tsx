import { usePageMessages } from '@/components/ui/page-messages'
import type { WireAttributes } from '@/lib/page/wire/blocks'
import type { Captioned } from './block-props'
import { Caption } from './caption'
import { ClickToLoad } from './embed'

const PLAYER = 'https://www.youtube-nocookie.com'

/** A YouTube video: a link, which `islands/media.ts` replaces by the thumbnail and a button that starts the player. */
export function YouTube({
  caption,
  id,
  title,
  start,
  mute,
  clickToLoad,
  width,
  full,
}: Captioned & WireAttributes['youtube']) {
  const messages = usePageMessages().body
  const query = new URLSearchParams({ autoplay: '1', ...(mute && { mute: '1' }), ...(start && { start: `${start}` }) })
  const player = `${PLAYER}/embed/${id}?${query}`
  const href = `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}` : ''}`
  return (
    <figure className="block-video" data-full={full} style={{ width }}>
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

/** A video in the browser's native player. */
export function Video({ caption, src, width, ratio, full }: Captioned & WireAttributes['video']) {
  return (
    <figure className="block-video" data-full={full} style={{ width }}>
      {/* biome-ignore lint/a11y/useMediaCaption: the workspace holds no subtitles */}
      <video src={src} controls playsInline preload="none" style={{ aspectRatio: ratio && 1 / ratio }} />
      <Caption text={caption} />
    </figure>
  )
}
