'use client'

import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { WireImage } from '@/lib/page/wire-blocks'
import { plainText } from '@/lib/page/wire-text'
import type { Captioned } from './block-props'
import { Caption } from './caption'
import { Link, useInsideLink } from './link'
import { useWords } from './words'

/** The width of the column of text, which a picture without a width of its own fills: in pixels. */
const MEASURE = 708

type State = 'loading' | 'loaded' | 'failed'

/** A picture with its caption: a link where the workspace says so, else it is enlarged on request. */
export function ImageBlock({ caption, ...image }: Captioned & WireImage) {
  const { width, full, align, href } = image
  const [state, setState] = useState<State>('loading')
  const isLinked = useInsideLink() || href !== undefined
  const alt = image.alt ?? plainText(caption)
  const picture = <Picture {...image} alt={alt} state={state} onChange={setState} />
  return (
    <figure className="block-image" data-full={full} data-align={align} style={{ width }}>
      {href ? (
        <Link href={href}>{picture}</Link>
      ) : state === 'loaded' && !isLinked ? (
        <Enlargeable alt={alt}>{picture}</Enlargeable>
      ) : (
        picture
      )}
      <Caption text={caption} />
    </figure>
  )
}

const loadZoom = () => import('./zoom')

/** A button around a picture. The script that enlarges comes when it is pointed at, and takes the button's place when it is used. */
function Enlargeable({ alt, children }: { alt: string; children: ReactNode }) {
  const words = useWords()
  const [Zoom, setZoom] = useState<ComponentType<{ children: ReactNode }>>()
  if (Zoom !== undefined) return <Zoom>{children}</Zoom>
  // Without the script a picture is a picture.
  const fetchAhead = () => void loadZoom().catch(() => undefined)
  const enlarge = () => {
    loadZoom()
      .then((module) => setZoom(() => module.Zoom))
      .catch(() => undefined)
  }
  return (
    <button
      type="button"
      className="picture-button"
      aria-label={alt ? `${words.zoomIn}: ${alt}` : words.zoomIn}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={enlarge}
    >
      {children}
    </button>
  )
}

type PictureProps = WireImage & { state: State; onChange: (state: State) => void }

/** Keeps its place while it loads and when it fails, which shows nothing but the empty place. */
function Picture({ src, alt, width = MEASURE, ratio, preview, state, onChange }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)

  // It may have come, or failed, before this script did.
  useEffect(() => {
    if (image.current?.complete) onChange(image.current.naturalWidth > 0 ? 'loaded' : 'failed')
  }, [onChange])

  return (
    // biome-ignore lint/performance/noImgElement: pictures of a workspace are served as they are
    <img
      ref={image}
      src={src}
      alt={alt}
      width={ratio && width}
      height={ratio && Math.round(width * ratio)}
      // One that has loaded is drawn at once when it is put into the script's element.
      loading={state === 'loaded' ? 'eager' : 'lazy'}
      decoding={state === 'loaded' ? 'sync' : 'async'}
      data-state={state}
      style={preview && state === 'loading' ? { backgroundImage: `url(${preview})` } : undefined}
      onLoad={() => onChange('loaded')}
      onError={() => onChange('failed')}
    />
  )
}
