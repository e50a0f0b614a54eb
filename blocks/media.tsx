import { Link, useInsideLink } from '@/components/ui/link'
import { usePageMessages } from '@/components/ui/page-messages'
import { getImageSources, TEXT_WIDTH } from '@/lib/page/wire/picture'
import type { BlockProps } from './block-props'
import { Caption } from './caption'
import type { PreparedImage } from './prepared-block'

/** An image with its caption. It is a link if the workspace defines one; otherwise a click enlarges it, see `islands/pictures.ts`. */
export function ImageBlock({ block }: BlockProps<'image'>) {
  const messages = usePageMessages().body
  const { caption, alt, width, full, align, href } = block
  const isLinked = useInsideLink()
  return (
    <figure className="block-image" data-full={full && 1} data-align={align} style={{ width }}>
      {href ? (
        <Link href={href}>
          <Picture image={block} />
        </Link>
      ) : (
        <span className="picture">
          <Picture image={block} />
          {!isLinked && <button type="button" aria-label={alt ? `${messages.zoomIn}: ${alt}` : messages.zoomIn} />}
        </span>
      )}
      <Caption text={caption} />
    </figure>
  )
}

/** Reserves the space of an image until it is loaded. */
function Picture({ image }: { image: PreparedImage }) {
  const { alt = '', preview, src, natural, width = TEXT_WIDTH, ratio, eager } = image
  return (
    // biome-ignore lint/performance/noImgElement: the server prepared its sources
    <img
      alt={alt}
      width={ratio && width}
      height={ratio && Math.round(width * ratio)}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager && 'high'}
      decoding="async"
      {...getImageSources(image)}
      data-src={natural && src}
      data-natural={natural}
      data-state="loading"
      style={preview === undefined ? undefined : { backgroundImage: `url(${preview})` }}
    />
  )
}

/** A video in the browser's native player. */
export function Video({ block }: BlockProps<'video'>) {
  const { caption, src, width, ratio, full } = block
  return (
    <figure className="block-video" data-full={full && 1} style={{ width }}>
      {/* biome-ignore lint/a11y/useMediaCaption: the workspace holds no subtitles */}
      <video src={src} controls playsInline preload="none" style={{ aspectRatio: ratio && 1 / ratio }} />
      <Caption text={caption} />
    </figure>
  )
}

/** A file to open or download. */
export function File({ block }: BlockProps<'file'>) {
  const { caption, src, name, size } = block
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
export function Pdf({ block }: BlockProps<'pdf'>) {
  const { caption, src, name, height } = block
  const messages = usePageMessages().body
  return (
    <figure className="block-pdf">
      <iframe src={src} title={name} loading="lazy" style={{ height }} />
      <a href={src}>{`${messages.open}: ${name}`}</a>
      <Caption text={caption} />
    </figure>
  )
}

export function Audio({ block }: BlockProps<'audio'>) {
  const { caption, src } = block
  return (
    <figure className="block-audio">
      {/* biome-ignore lint/a11y/useMediaCaption: the workspace holds no transcripts */}
      <audio src={src} controls preload="none" />
      <Caption text={caption} />
    </figure>
  )
}
