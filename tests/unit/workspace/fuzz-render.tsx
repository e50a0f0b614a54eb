import { renderToString } from 'react-dom/server'
import { renderContent } from '@/blocks/content'
import { PropertyList } from '@/components/site/property-list'
import { RichText } from '@/components/ui/rich-text'
import type { RecordMap } from '@/lib/workspace/record-map'
import type { StoredPage } from '@/lib/workspace/stored'
import { preparePage, type Records } from './fuzz-prepare'
import { findMarkupFaults } from './markup'

/** Prepares and renders a page of a clean map like the server does for a visitor who may read everything, and returns what is wrong. */
export function findRenderFaults(page: StoredPage, map: RecordMap, records: Records): string[] {
  const notes: string[] = []
  const addNote = (message: string) => message.includes('could not be prepared') && notes.push(message)
  const { title, properties, body } = preparePage(page, map, records, { note: addNote })
  const header = renderToString(
    <>
      <RichText text={title} />
      <PropertyList properties={properties} />
    </>,
  )
  const html = header + renderContent(body.blocks)
  return [...notes, ...findMarkupFaults(html)]
}
