'use client'

import { useState } from 'react'
import { preconnect } from 'react-dom'
import type { WireMore } from '@/lib/page/wire-blocks'
import type { Captioned } from './block-props'
import { Caption } from './caption'
import { Frame } from './embed'
import { useWords } from './words'

const PLAYER = 'https://www.youtube-nocookie.com'
const THUMBNAILS = 'https://i.ytimg.com/vi'
/** Names of a video's thumbnails by their width in pixels. */
const WIDTHS = { 120: 'default', 320: 'mqdefault', 480: 'hqdefault', 640: 'sddefault', 1280: 'maxresdefault' }

/** A video of YouTube: its picture until it is asked for, then the player, which is already playing. */
export function YouTube({ caption, id, title, start, mute, width, full }: Captioned & WireMore['youtube']) {
  const words = useWords()
  const [isPlaying, setPlaying] = useState(false)
  const query = new URLSearchParams({ autoplay: '1', ...(mute && { mute: '1' }), ...(start && { start: `${start}` }) })
  const warmUp = () => preconnect(PLAYER)
  return (
    <figure className="block-video" data-full={full} style={{ width }}>
      {isPlaying ? (
        <Frame src={`${PLAYER}/embed/${id}?${query}`} title={title} />
      ) : (
        <button
          type="button"
          className="block-video-poster"
          aria-label={`${words.play}: ${title}`}
          onClick={() => setPlaying(true)}
          onPointerEnter={warmUp}
          onFocus={warmUp}
        >
          {/* biome-ignore lint/performance/noImgElement: a picture of another site */}
          <img
            src={`${THUMBNAILS}/${id}/hqdefault.jpg`}
            srcSet={Object.entries(WIDTHS)
              .map(([pixels, name]) => `${THUMBNAILS}/${id}/${name}.jpg ${pixels}w`)
              .join(', ')}
            sizes="(max-width: 740px) 100vw, 708px"
            alt=""
            loading="lazy"
            decoding="async"
          />
          <span className="block-video-play" aria-hidden="true" />
        </button>
      )}
      <Caption text={caption} />
    </figure>
  )
}

/** A video that plays in the browser's own player. */
export function Video({ caption, src, width, ratio, full }: Captioned & WireMore['video']) {
  return (
    <figure className="block-video" data-full={full} style={{ width }}>
      {/* biome-ignore lint/a11y/useMediaCaption: the workspace holds no subtitles */}
      <video src={src} controls playsInline preload="metadata" style={{ aspectRatio: ratio && 1 / ratio }} />
      <Caption text={caption} />
    </figure>
  )
}
