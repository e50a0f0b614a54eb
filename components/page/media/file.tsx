import type { WireMore } from '@/lib/page/wire/blocks'
import type { Captioned } from '../blocks/block-props'
import { Caption } from '../blocks/caption'
import { useWords } from '../words'

/** A file to open or download. */
export function File({ caption, src, name, size }: Captioned & WireMore['file']) {
  return (
    <figure className="block-file">
      <a href={src} rel="noopener noreferrer">
        <span>{name}</span>
        {size && <span className="block-file-size">{size}</span>}
      </a>
      <Caption text={caption} />
    </figure>
  )
}

/** A PDF in the browser's own viewer, and a link to it for browsers that have none. */
export function Pdf({ caption, src, name, height }: Captioned & WireMore['pdf']) {
  const words = useWords()
  return (
    <figure className="block-pdf">
      <iframe src={src} title={name} loading="lazy" style={{ height }} />
      <a href={src}>{`${words.open}: ${name}`}</a>
      <Caption text={caption} />
    </figure>
  )
}

export function Audio({ caption, src }: Captioned & WireMore['audio']) {
  return (
    <figure className="block-audio">
      {/* biome-ignore lint/a11y/useMediaCaption: the workspace holds no transcripts */}
      <audio src={src} controls preload="none" />
      <Caption text={caption} />
    </figure>
  )
}
