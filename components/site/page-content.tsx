'use client'

import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { preload } from 'react-dom'
import { mountIslands } from '@/islands/mount'
import type { PageView } from '@/lib/page/page-view'
import { Markup } from '../ui/markup'
import { usePageMessages } from '../ui/page-messages'

interface PageContentProps {
  /** See `Markup`. */
  id: string
  html: string
  firstPicture?: PageView['firstPicture']
  fullWidth?: boolean
  smallText?: boolean
}

/** The content of a page, of which the visitor can operate some elements. */
export function PageContent({ id, html, firstPicture, fullWidth, smallText }: PageContentProps) {
  const place = useRef<HTMLDivElement>(null)
  const messages = usePageMessages()
  // Once for each content: the texts of the interface can be another object when the page is rendered again.
  const mount = useEffectEvent(() => (place.current ? mountIslands(place.current, messages) : undefined))
  useLayoutEffect(() => mount(), [])
  if (firstPicture) {
    const { src, srcSet, sizes } = firstPicture
    preload(src, { as: 'image', imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: 'high' })
  }
  return (
    <Markup
      ref={place}
      id={id}
      html={html}
      className="page-body"
      data-full-width={fullWidth || undefined}
      data-small-text={smallText || undefined}
    />
  )
}
