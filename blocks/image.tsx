import { Link, useInsideLink } from '@/components/ui/link'
import { usePageMessages } from '@/components/ui/page-messages'
import type { WireImage } from '@/lib/page/wire/blocks'
import { getImageSources, TEXT_WIDTH } from '@/lib/page/wire/picture'
import type { Captioned } from './block-props'
import { Caption } from './caption'

/** An image with its caption. It is a link if the workspace defines one; otherwise a click enlarges it, see `islands/pictures.ts`. */
export function ImageBlock({ caption, ...image }: Captioned & WireImage) {
  const messages = usePageMessages().body
  const { alt, width, full, align, href } = image
  const isLinked = useInsideLink()
  return (
    <figure className="block-image" data-full={full} data-align={align} style={{ width }}>
      {href ? (
        <Link href={href}>
          <Picture {...image} />
        </Link>
      ) : (
        <span className="picture">
          <Picture {...image} />
          {!isLinked && <button type="button" aria-label={alt ? `${messages.zoomIn}: ${alt}` : messages.zoomIn} />}
        </span>
      )}
      <Caption text={caption} />
    </figure>
  )
}

/** Reserves the space of an image until it is loaded. */
function Picture({ alt = '', preview, ...image }: WireImage) {
  const { src, natural, width = TEXT_WIDTH, ratio, eager } = image
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
