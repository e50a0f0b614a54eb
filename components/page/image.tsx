'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { WireImage, WireMore } from '@/lib/page/wire-blocks'
import { plainText } from '@/lib/page/wire-text'
import type { Captioned } from './block-props'
import { Caption } from './caption'
import { Link, useInsideLink } from './link'

/** The width of the column of text, which a picture without a width of its own fills: in pixels. */
const MEASURE = 708

const Zoom = dynamic(() => import('./zoom').then((module) => module.Zoom))

/** A picture with its caption: a link where the workspace says so, else it is enlarged on request. */
export function ImageBlock({ caption, ...image }: Captioned & WireMore['image']) {
  const { width, full, align, href } = image
  const picture = <Picture {...image} alt={image.alt ?? plainText(caption)} />
  return (
    <figure className="block-image" data-full={full} data-align={align} style={{ width }}>
      {href ? <Link href={href}>{picture}</Link> : <Enlargeable>{picture}</Enlargeable>}
      <Caption text={caption} />
    </figure>
  )
}

/** Inside a link there is nothing to press but the link. */
function Enlargeable({ children }: { children: ReactNode }) {
  return useInsideLink() ? children : <Zoom>{children}</Zoom>
}

/** Keeps its place while it loads and when it fails, which shows nothing but the empty place. */
function Picture({ src, alt, width = MEASURE, ratio, preview }: WireImage) {
  const image = useRef<HTMLImageElement>(null)
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')

  // A picture may have come, or failed, before this script did.
  useEffect(() => {
    if (image.current?.complete) setState(image.current.naturalWidth > 0 ? 'loaded' : 'failed')
  }, [])

  return (
    <img
      ref={image}
      src={src}
      alt={alt}
      width={ratio && width}
      height={ratio && Math.round(width * ratio)}
      loading="lazy"
      decoding="async"
      data-state={state}
      style={preview && state === 'loading' ? { backgroundImage: `url(${preview})` } : undefined}
      onLoad={() => setState('loaded')}
      onError={() => setState('failed')}
    />
  )
}
