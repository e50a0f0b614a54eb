'use client'

import { useMemo } from 'react'
import { NotionRenderer } from 'react-notion-x'
import type { WireText } from '@/lib/page/types'
import type { WireBlock } from '@/lib/page/wire-blocks'
import { Block } from './block'
import { expand, ROOT } from './expand'
import { Link } from './link'
import { RichText } from './rich-text'
import { useOpenAnchor } from './use-open-anchor'
import { ENGLISH, type PageWords, WordsContext } from './words'

interface PageBodyProps {
  body: WireBlock[]
  fullWidth?: boolean
  smallText?: boolean
  /** In the interface's language. */
  words?: PageWords
}

/** The only equation the renderer meets is the one that carries our text. */
function Equation({ math }: { math: WireText }) {
  return <RichText text={math} />
}

const COMPONENTS = { Callout: Block, Equation, Link, PageLink: Link }

/** A page's body: its prepared blocks, without title and chrome. */
export function PageBody({ body, fullWidth = false, smallText = false, words = ENGLISH }: PageBodyProps) {
  const recordMap = useMemo(() => expand(body), [body])
  useOpenAnchor()
  return (
    <div className="page-body" data-full-width={fullWidth || undefined} data-small-text={smallText || undefined}>
      <WordsContext value={words}>
        <NotionRenderer
          recordMap={recordMap}
          components={COMPONENTS}
          blockId={ROOT}
          hideBlockId
          isImageZoomable={false}
        />
      </WordsContext>
    </div>
  )
}
