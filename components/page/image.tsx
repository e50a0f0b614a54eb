'use client'

import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { WireImage } from '@/lib/page/wire-blocks'
import { plainText } from '@/lib/page/wire-text'
import type { Captioned } from './block-props'
import { Caption } from './caption'
import { Link, useInsideLink } from './link'

/** The width of the column of text, which a picture without a width of its own fills: in pixels. */
const MEASURE = 708

type State = 'loading' | 'loaded' | 'failed'

/** A picture with its caption: a link where the workspace says so, else it is enlarged on request. */
export function ImageBlock({ caption, ...image }: Captioned & WireImage) {
  const { width, full, align, href } = image
  const [state, setState] = useState<State>('loading')
  const isLinked = useInsideLink() || href !== undefined
  const Zoom = useZoom(state === 'loaded' && !isLinked)
  const picture = <Picture {...image} alt={image.alt ?? plainText(caption)} state={state} onChange={setState} />
  return (
    <figure className="block-image" data-full={full} data-align={align} style={{ width }}>
      {href ? <Link href={href}>{picture}</Link> : Zoom ? <Zoom>{picture}</Zoom> : picture}
      <Caption text={caption} />
    </figure>
  )
}

/** The script that enlarges, fetched once there is something to enlarge: it would load the picture itself, too early. */
function useZoom(isWanted: boolean): ComponentType<{ children: ReactNode }> | undefined {
  const [Zoom, setZoom] = useState<ComponentType<{ children: ReactNode }>>()
  useEffect(() => {
    if (!isWanted) return
    // Without the script a picture is a picture.
    import('./zoom').then((module) => setZoom(() => module.Zoom)).catch(() => undefined)
  }, [isWanted])
  return Zoom
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
