'use client'

import { type ComponentType, type RefObject, useRef, useState } from 'react'
import { usePageMessages } from '@/components/ui/page-messages'
import type { WireImage } from '@/lib/page/wire/blocks'
import { getPictureSources } from '@/lib/page/wire/picture'
import type { Captioned } from '../blocks/block-props'
import { Caption } from '../blocks/caption'
import { Link, useInsideLink } from '../link'
import { type ImageState, useLazyImage } from './use-lazy-image'
import type { ZoomProps } from './zoom'

/** Width of the text column in pixels, which an image without its own width fills. */
const TEXT_WIDTH = 708

/** Placeholder for an image that was not requested or failed: an empty image without a size. */
const PLACEHOLDER = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"

/** The component that enlarges an image, and the URL that is shown meanwhile. */
interface Enlarged {
  Zoom: ComponentType<ZoomProps>
  shown: string
}

const loadZoom = () => import('./zoom').then((module) => module.Zoom)

/** An image with its caption. It is a link if the workspace defines one; otherwise a click enlarges it. */
export function ImageBlock({ caption, ...image }: Captioned & WireImage) {
  const { src, natural, width, full, align, href } = image
  const place = useRef<HTMLImageElement>(null)
  const lazy = useLazyImage(place)
  const [enlarged, setEnlarged] = useState<Enlarged>()
  const isLinked = useInsideLink() || href !== undefined
  const picture = <Picture {...image} place={place} lazy={lazy} />
  // If the script fails to load, the image cannot be enlarged.
  const enlarge = () =>
    void loadZoom().then((Zoom) => setEnlarged({ Zoom, shown: place.current?.currentSrc || src }), noZoom)
  return (
    <figure className="block-image" data-full={full} data-align={align} style={{ width }}>
      {href ? (
        <Link href={href}>{picture}</Link>
      ) : enlarged === undefined ? (
        <span className="picture">
          {picture}
          {isRequested(lazy.state) && !isLinked && <EnlargeButton alt={image.alt} onClick={enlarge} />}
        </span>
      ) : (
        <enlarged.Zoom large={getPictureSources(src, natural)} natural={natural}>
          <ShownImage image={image} src={enlarged.shown} />
        </enlarged.Zoom>
      )}
      <Caption text={caption} />
    </figure>
  )
}

const noZoom = () => undefined
const isRequested = (state: ImageState) => state === 'loading' || state === 'success'

/** Covers an image, also in server-rendered HTML. Hover and focus load the script that enlarges, which replaces the button on use. */
function EnlargeButton({ alt, onClick }: { alt: string | undefined; onClick: () => void }) {
  const messages = usePageMessages().body
  const fetchAhead = () => void loadZoom().catch(noZoom)
  return (
    <button
      type="button"
      aria-label={alt ? `${messages.zoomIn}: ${alt}` : messages.zoomIn}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={onClick}
    />
  )
}

interface PictureProps extends WireImage {
  place: RefObject<HTMLImageElement | null>
  lazy: ReturnType<typeof useLazyImage>
}

/** Reserves the space of an image until it is loaded, and keeps it empty if loading fails. */
function Picture({ place, lazy, alt = '', preview, eager, ...image }: PictureProps) {
  const { state, change } = lazy
  const { src, natural, width = TEXT_WIDTH, full } = image
  const sources = isRequested(state) ? getPictureSources(src, natural) : { src: PLACEHOLDER }
  const settle = (next: ImageState, shown: HTMLImageElement) => {
    // The placeholder fires events, too.
    if (state === 'loading' && shown.currentSrc !== PLACEHOLDER) change(next)
  }
  return (
    // biome-ignore lint/performance/noImgElement: the server prepared its sources
    <img
      ref={place}
      alt={alt}
      {...getSize(image)}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager && 'high'}
      decoding="async"
      sizes={sources.srcSet && (lazy.width ? `${lazy.width}px` : getSizes(full ? undefined : width, eager))}
      {...sources}
      data-state={state}
      style={getBackground(preview, state)}
      onLoad={(event) => settle('success', event.currentTarget)}
      onError={(event) => settle('error', event.currentTarget)}
    />
  )
}

/** The image as it is shown now, decoded synchronously in another element. */
function ShownImage({ image, src }: { image: WireImage; src: string }) {
  // biome-ignore lint/performance/noImgElement: see above
  return <img alt={image.alt ?? ''} {...getSize(image)} src={src} decoding="sync" data-state="success" />
}

/** Returns the preview as a background. After hydration only the HTML contains the preview, so it must be removed explicitly. */
function getBackground(preview: string | undefined, state: ImageState) {
  if (preview === undefined) return undefined
  if (state === 'success') return { backgroundImage: 'none' }
  return preview === '' ? undefined : { backgroundImage: `url(${preview.replace(/[\uFDD0\uFDD1]/g, '')})` }
}

function getSize({ width = TEXT_WIDTH, ratio }: WireImage) {
  return { width: ratio && width, height: ratio && Math.round(width * ratio) }
}

/** Returns a likely width. Browsers that support `auto` measure the element of a lazy image instead. */
function getSizes(width: number | undefined, eager: 1 | undefined): string {
  const likely = width === undefined ? '100vw' : `min(100vw, ${Math.round(Math.min(width, TEXT_WIDTH))}px)`
  return eager ? likely : `auto, ${likely}`
}
