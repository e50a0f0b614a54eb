import { usePageMessages } from '@/components/ui/page-messages'
import type { WireAttributes } from '@/lib/page/wire/blocks'
import type { Captioned } from './block-props'
import { Caption } from './caption'

/** A file to open or download. */
export function File({ caption, src, name, size }: Captioned & WireAttributes['file']) {
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

/** A PDF in the browser's viewer, and a link for browsers without one. */
export function Pdf({ caption, src, name, height }: Captioned & WireAttributes['pdf']) {
  const messages = usePageMessages().body
  return (
    <figure className="block-pdf">
      <iframe src={src} title={name} loading="lazy" style={{ height }} />
      <a href={src}>{`${messages.open}: ${name}`}</a>
      <Caption text={caption} />
    </figure>
  )
}

export function Audio({ caption, src }: Captioned & WireAttributes['audio']) {
  return (
    <figure className="block-audio">
      {/* biome-ignore lint/a11y/useMediaCaption: the workspace holds no transcripts */}
      <audio src={src} controls preload="none" />
      <Caption text={caption} />
    </figure>
  )
}
