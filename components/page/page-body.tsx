'use client'

import { useMemo } from 'react'
import { NotionRenderer } from 'react-notion-x'
import type { DetachedTexts } from '@/lib/page/text/detach-texts'
import type { WireBlock } from '@/lib/page/wire/blocks'
import { Block } from './blocks/block'
import { ROOT, toRecordMap } from './expand'
import { Link } from './link'
import { Markup, TextsProvider } from './texts'
import { useCopyAddress, useOpenAnchor } from './use-anchors'
import { useLayOutFormulas } from './use-lay-out-formulas'

interface PageBodyProps {
  body: WireBlock[]
  /** The texts that the blocks refer to by number. */
  texts?: DetachedTexts
  fullWidth?: boolean
  smallText?: boolean
  /** The number of the text below the blocks. */
  end?: number
}

const COMPONENTS = { Callout: Block, Link, PageLink: Link }

/** The body of a page: its prepared blocks, without the title and the site around it. */
export function PageBody({ body, texts, fullWidth = false, smallText = false, end }: PageBodyProps) {
  const recordMap = useMemo(() => toRecordMap(body), [body])
  useCopyAddress()
  useOpenAnchor()
  useLayOutFormulas()
  return (
    <div
      className="page-body"
      data-body={texts?.id}
      data-full-width={fullWidth || undefined}
      data-small-text={smallText || undefined}
    >
      <TextsProvider texts={texts}>
        <NotionRenderer
          recordMap={recordMap}
          components={COMPONENTS}
          blockId={ROOT}
          hideBlockId
          isImageZoomable={false}
        />
        {end !== undefined && <Markup html={end} />}
      </TextsProvider>
    </div>
  )
}
