import type { CSSProperties } from 'react'
import type { WireMore } from '@/lib/page/wire-blocks'
import type { Captioned } from './block-props'
import { Caption } from './caption'

const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-downloads'

/** Another site in a frame that keeps its place while it loads. */
export function Embed({ caption, src, title, width, ratio, height, full }: Captioned & WireMore['embed']) {
  return (
    <figure className="block-embed" data-full={full} style={{ width }}>
      <Frame src={src} title={title} style={height === undefined ? { aspectRatio: 1 / (ratio ?? 1) } : { height }} />
      <Caption text={caption} />
    </figure>
  )
}

export function Frame({ src, title, style }: { src: string; title: string; style?: CSSProperties }) {
  return (
    <iframe
      src={src}
      title={title}
      style={style}
      loading="lazy"
      sandbox={SANDBOX}
      allow="fullscreen; autoplay; encrypted-media; picture-in-picture; clipboard-write"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}
