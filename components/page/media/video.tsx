import { useRef, useState } from 'react'
import { preconnect } from 'react-dom'
import { usePageMessages } from '@/components/ui/page-messages'
import type { WireAttributes } from '@/lib/page/wire/blocks'
import { useHasScript } from '../../ui/use-has-script'
import type { Captioned } from '../blocks/block-props'
import { Caption } from '../blocks/caption'
import { ClickToLoad } from './embed'
import { SandboxedIframe } from './sandboxed-iframe'
import { useNear } from './use-near'
import { useOwnPolicy } from './use-own-policy'

const PLAYER = 'https://www.youtube-nocookie.com'
const HOSTS = [PLAYER, 'https://www.google.com']
const THUMBNAILS = 'https://i.ytimg.com/vi'
/** Names of YouTube's thumbnails by width in pixels. */
const WIDTHS = { 120: 'default', 320: 'mqdefault', 480: 'hqdefault', 640: 'sddefault', 1280: 'maxresdefault' }
/** For a missing thumbnail, YouTube sends an image that is narrower than this many pixels. */
const MIN_WIDTH = 200

/** A YouTube video: its thumbnail, and after a click the player, which starts playback. Without script it is a link. */
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
  const [isPlaying, setPlaying] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place)
  useOwnPolicy(PLAYER)
  const query = new URLSearchParams({ autoplay: '1', ...(mute && { mute: '1' }), ...(start && { start: `${start}` }) })
  const player = `${PLAYER}/embed/${id}?${query}`
  const href = `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}` : ''}`
  const play = () => setPlaying(true)
  return (
    <figure className="block-video" data-full={full} style={{ width }}>
      {isPlaying ? (
        <SandboxedIframe takesFocus src={player} title={title} width={560} height={315} />
      ) : (
        <div ref={place} className="frame">
          {clickToLoad ? (
            <ClickToLoad src={player} title={title} href={href} onShow={play} />
          ) : (
            <>
              {isNear && <Thumbnail id={id} title={title} />}
              <PlayButton title={title} href={href} onPlay={play} />
            </>
          )}
        </div>
      )}
      <Caption text={caption} />
    </figure>
  )
}

/** The thumbnail in the best width, then in the width that every video has; the video's title if both fail. */
function Thumbnail({ id, title }: { id: string; title: string }) {
  const [choice, setChoice] = useState<'best' | 'smaller' | 'none'>('best')
  const fail = () => setChoice(choice === 'best' ? 'smaller' : 'none')
  if (choice === 'none') {
    return (
      <span className="frame-title" aria-hidden="true">
        {title}
      </span>
    )
  }
  const widths = Object.entries(WIDTHS).map(([pixels, name]) => `${THUMBNAILS}/${id}/${name}.jpg ${pixels}w`)
  return (
    // biome-ignore lint/performance/noImgElement: a picture of another site
    <img
      sizes="(max-width: 740px) 100vw, 708px"
      srcSet={choice === 'best' ? widths.join(', ') : undefined}
      src={`${THUMBNAILS}/${id}/hqdefault.jpg`}
      alt=""
      decoding="async"
      onLoad={(event) => choice === 'best' && event.currentTarget.naturalWidth < MIN_WIDTH && fail()}
      onError={fail}
    />
  )
}

function PlayButton({ title, href, onPlay }: { title: string; href: string; onPlay: () => void }) {
  const messages = usePageMessages().body
  const label = <span className="visually-hidden">{`${messages.play}: ${title}`}</span>
  if (!useHasScript()) {
    return (
      <a className="play" href={href} rel="noopener noreferrer">
        {label}
      </a>
    )
  }
  const preconnectHosts = () => {
    for (const host of HOSTS) preconnect(host)
  }
  return (
    <button type="button" className="play" onClick={onPlay} onPointerEnter={preconnectHosts} onFocus={preconnectHosts}>
      {label}
    </button>
  )
}

/** A video in the browser's native player. */
export function Video({ caption, src, width, ratio, full }: Captioned & WireAttributes['video']) {
  const place = useRef<HTMLVideoElement>(null)
  const isNear = useNear(place)
  return (
    <figure className="block-video" data-full={full} style={{ width }}>
      {/* biome-ignore lint/a11y/useMediaCaption: the workspace holds no subtitles */}
      <video
        ref={place}
        src={src}
        controls
        playsInline
        preload={isNear ? 'metadata' : 'none'}
        style={{ aspectRatio: ratio && 1 / ratio }}
      />
      <Caption text={caption} />
    </figure>
  )
}
