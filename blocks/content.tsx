import { renderToStaticMarkup } from 'react-dom/server'
import { NotionRenderer } from 'react-notion-x'
import { Link } from '@/components/ui/link'
import { PageMessagesProvider } from '@/components/ui/page-messages'
import type { PageMessages } from '@/lib/messages/messages'
import type { WireBlock } from '@/lib/page/wire/blocks'
import { Block } from './block'
import { ROOT, toRecordMap } from './expand'
import { IslandProperties, IslandsContext } from './islands'

const COMPONENTS = { Callout: Block, Link, PageLink: Link }

/** Requests that React puts in front of static markup. The head of the document has them, see `getFirstPicture`. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/

/**
 * Renders the prepared blocks of a page as HTML, with the properties of its islands. `messages` are the texts of the interface within the
 * content, by default in English.
 */
export function renderContent(body: WireBlock[], messages?: PageMessages): string {
  const islands = new IslandProperties()
  const markup = renderToStaticMarkup(
    <PageMessagesProvider messages={messages}>
      <IslandsContext value={islands}>
        <NotionRenderer
          recordMap={toRecordMap(body)}
          components={COMPONENTS}
          blockId={ROOT}
          hideBlockId
          isImageZoomable={false}
        />
      </IslandsContext>
    </PageMessagesProvider>,
  )
  return markup.replace(PRELOADS, '') + islands.renderScript()
}
