'use client'

import { useMemo } from 'react'
import { NotionRenderer } from 'react-notion-x'
import { pageMessagesFor } from '@/lib/messages/page/messages'
import type { DetachedTexts } from '@/lib/page/detached'
import type { WireBlock } from '@/lib/page/wire-blocks'
import { Block } from './block'
import { expand, ROOT } from './expand'
import { Link } from './link'
import { TextsProvider } from './texts'
import { useOpenAnchor } from './use-open-anchor'
import { usePageLinks } from './use-page-links'
import { WordsContext } from './words'

interface PageBodyProps {
  body: WireBlock[]
  /** The texts that the blocks name by number. */
  texts?: DetachedTexts
  fullWidth?: boolean
  smallText?: boolean
  /** Of the interface. */
  locale: string
}

const COMPONENTS = { Callout: Block, Link, PageLink: Link }

/** A page's body: its prepared blocks, without title and chrome. */
export function PageBody({ body, texts, fullWidth = false, smallText = false, locale }: PageBodyProps) {
  const recordMap = useMemo(() => expand(body), [body])
  const links = usePageLinks()
  useOpenAnchor()
  return (
    <div
      className="page-body"
      data-body={texts?.id}
      data-full-width={fullWidth || undefined}
      data-small-text={smallText || undefined}
      {...links}
    >
      <WordsContext value={pageMessagesFor(locale).body}>
        <TextsProvider texts={texts}>
          <NotionRenderer
            recordMap={recordMap}
            components={COMPONENTS}
            blockId={ROOT}
            hideBlockId
            isImageZoomable={false}
          />
        </TextsProvider>
      </WordsContext>
    </div>
  )
}
