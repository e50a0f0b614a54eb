import { renderToString } from 'react-dom/server'
import { PropertyList } from '@/components/page/collection/property-list'
import { PageBody } from '@/components/page/page-body'
import { RichText } from '@/components/page/rich-text'
import type { WireBlock } from '@/lib/page/wire/blocks'
import type { RecordMap } from '@/lib/workspace/record-map'
import type { StoredPage } from '@/lib/workspace/stored'
import { collection as someCollection } from '../../components/collection/support'
import { preparePage, type Records } from './fuzz-prepared'
import { markupFaults } from './markup'

const ON_DEMAND: WireBlock[] = [
  ['collection', 0, 0, { data: someCollection() }],
  ['image', 0, 0, { src: '/a.png' }],
  ['audio', 0, 0, { src: '/a.mp3' }],
]

// The first drawing of what is loaded on demand only asks for it.
for (const block of ON_DEMAND) {
  for (let drawn = false; !drawn; await new Promise(setImmediate)) {
    try {
      renderToString(<PageBody body={[block]} />)
      drawn = true
    } catch {}
  }
}

/** Prepares and draws a page of a clean map as the server does for a visitor who may read everything; answers what is wrong. */
export function drawnFaults(page: StoredPage, map: RecordMap, records: Records): string[] {
  const notes: string[] = []
  const note = (message: string) => message.includes('could not be prepared') && notes.push(message)
  const { title, properties, blocks, texts } = preparePage(page, map, records, { note })
  const html = renderToString(
    <>
      <RichText text={title} />
      <PropertyList properties={properties} />
      <PageBody body={blocks} texts={texts} />
    </>,
  )
  return [...notes, ...markupFaults(html)]
}
