'use client'

import { type ComponentType, type RefObject, useRef, useState } from 'react'
import type { WireImage } from '@/lib/page/wire/blocks'
import { getPictureSources } from '@/lib/page/wire/picture'
import type { Captioned } from '../blocks/block-props'
import { Caption } from '../blocks/caption'
import { Link, useInsideLink } from '../link'
import { useWords } from '../words'
import { type ImageState, useLazyImage } from './use-lazy-image'
import type { ZoomProps } from './zoom'

/** The width of the column of text, which a picture without a width of its own fills: in pixels. */
const MEASURE = 708

/** Stands for a picture that is not asked for, or failed: a picture of nothing, without a shape of its own. */
const NOTHING = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"

/** What enlarges a picture, and the copy of it that is shown meanwhile. */
interface Enlarged {
  Zoom: ComponentType<ZoomProps>
  shown: string
}

const loadZoom = () => import('./zoom').then((module) => module.Zoom)

/** A picture with its caption: a link where the workspace says so, else it is enlarged on request. */
export function ImageBlock({ caption, ...image }: Captioned & WireImage) {
  const { src, natural, width, full, align, href } = image
  const place = useRef<HTMLImageElement>(null)
  const lazy = useLazyImage(place)
  const [enlarged, setEnlarged] = useState<Enlarged>()
  const isLinked = useInsideLink() || href !== undefined
  const picture = <Picture {...image} place={place} lazy={lazy} />
  // Without the script that enlarges, a picture is a picture.
  const enlarge = () =>
    void loadZoom().then((Zoom) => setEnlarged({ Zoom, shown: place.current?.currentSrc || src }), noZoom)
  return (
    <figure className="block-image" data-full={full} data-align={align} style={{ width }}>
      {href ? (
        <Link href={href}>{picture}</Link>
      ) : enlarged === undefined ? (
        <span className="picture">
          {picture}
          {isAsked(lazy.state) && !isLinked && <EnlargeButton alt={image.alt} onClick={enlarge} />}
        </span>
      ) : (
        <enlarged.Zoom large={getPictureSources(src, natural)} natural={natural}>
          <Shown image={image} src={enlarged.shown} />
        </enlarged.Zoom>
      )}
      <Caption text={caption} />
    </figure>
  )
}

const noZoom = () => undefined
const isAsked = (state: ImageState) => state === 'loading' || state === 'success'

/** Lies over a picture, also in the server's document. The script that enlarges comes when it is pointed at, and takes the button's place when it is used. */
function EnlargeButton({ alt, onClick }: { alt: string | undefined; onClick: () => void }) {
  const words = useWords()
  const fetchAhead = () => void loadZoom().catch(noZoom)
  return (
    <button
      type="button"
      aria-label={alt ? `${words.zoomIn}: ${alt}` : words.zoomIn}
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

/** Keeps its place until it has come, and when it fails, which shows nothing but the empty place. */
function Picture({ place, lazy, alt = '', preview, eager, ...image }: PictureProps) {
  const { state, change } = lazy
  const { src, natural, width = MEASURE, full } = image
  const sources = isAsked(state) ? getPictureSources(src, natural) : { src: NOTHING }
  const settle = (next: ImageState, shown: HTMLImageElement) => {
    // What stands for it loads, too.
    if (state === 'loading' && shown.currentSrc !== NOTHING) change(next)
  }
  return (
    // biome-ignore lint/performance/noImgElement: the server has said what there is to choose from
    <img
      ref={place}
      alt={alt}
      {...boxOf(image)}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager && 'high'}
      decoding="async"
      sizes={sources.srcSet && (lazy.width ? `${lazy.width}px` : sizesOf(full ? undefined : width, eager))}
      {...sources}
      data-state={state}
      style={behind(preview, state)}
      onLoad={(event) => settle('success', event.currentTarget)}
      onError={(event) => settle('error', event.currentTarget)}
    />
  )
}

/** The picture as it is shown now, drawn at once in another place. */
function Shown({ image, src }: { image: WireImage; src: string }) {
  // biome-ignore lint/performance/noImgElement: see above
  return <img alt={image.alt ?? ''} {...boxOf(image)} src={src} decoding="sync" data-state="success" />
}

/** In a document that was taken over the preview stands in the markup alone, so that it is empty here and must be taken away by name. */
function behind(preview: string | undefined, state: ImageState) {
  if (preview === undefined) return undefined
  if (state === 'success') return { backgroundImage: 'none' }
  return preview === '' ? undefined : { backgroundImage: `url(${preview.replace(/[\uFDD0\uFDD1]/g, '')})` }
}

function boxOf({ width = MEASURE, ratio }: WireImage) {
  return { width: ratio && width, height: ratio && Math.round(width * ratio) }
}

/** A likely width; a browser that can measures the place of a picture that it loads late by itself. */
function sizesOf(width: number | undefined, eager: 1 | undefined): string {
  const likely = width === undefined ? '100vw' : `min(100vw, ${Math.round(Math.min(width, MEASURE))}px)`
  return eager ? likely : `auto, ${likely}`
}
