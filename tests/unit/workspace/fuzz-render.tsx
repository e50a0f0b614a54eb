import { renderToString } from 'react-dom/server'
import { PropertyList } from '@/components/page/collection/property-list'
import { PageBody } from '@/components/page/page-body'
import { RichText } from '@/components/page/rich-text'
import type { WireBlock } from '@/lib/page/wire/blocks'
import type { RecordMap } from '@/lib/workspace/record-map'
import type { StoredPage } from '@/lib/workspace/stored'
import { collection as someCollection } from '../../components/collection/support'
import { preparePage, type Records } from './fuzz-prepare'
import { findMarkupFaults } from './markup'

const ON_DEMAND: WireBlock[] = [
  ['collection', 0, 0, { data: someCollection() }],
  ['image', 0, 0, { src: '/a.png' }],
  ['audio', 0, 0, { src: '/a.mp3' }],
]

// Components that are loaded on demand suspend on their first render, so render each until it has loaded.
for (const block of ON_DEMAND) {
  for (let rendered = false; !rendered; await new Promise(setImmediate)) {
    try {
      renderToString(<PageBody body={[block]} />)
      rendered = true
    } catch {}
  }
}

/** Prepares and renders a page of a clean map like the server does for a visitor who may read everything, and returns what is wrong. */
export function findRenderFaults(page: StoredPage, map: RecordMap, records: Records): string[] {
  const notes: string[] = []
  const addNote = (message: string) => message.includes('could not be prepared') && notes.push(message)
  const { title, properties, blocks, texts } = preparePage(page, map, records, { note: addNote })
  const html = renderToString(
    <>
      <RichText text={title} />
      <PropertyList properties={properties} />
      <PageBody body={blocks} texts={texts} />
    </>,
  )
  return [...notes, ...findMarkupFaults(html)]
}
