import { renderToString } from 'react-dom/server'
import { PropertyList } from '@/components/page/collection/property-list'
import { PageBody } from '@/components/page/page-body'
import { RichText } from '@/components/page/rich-text'
import { prepareBody } from '@/lib/page/body'
import { prepareCollection } from '@/lib/page/collection/prepare'
import { prepareProperties } from '@/lib/page/collection/properties'
import { withIcon } from '@/lib/page/context'
import { mediaAddress } from '@/lib/page/media'
import { detachTexts } from '@/lib/page/text/detached'
import { prepareText } from '@/lib/page/text/rich-text'
import type { ViewContext } from '@/lib/page/types'
import type { WireBlock } from '@/lib/page/wire/blocks'
import type { Block, Collection, Id, RecordMap } from '@/lib/workspace/record-map'
import type { PageRecord, StoredPage } from '@/lib/workspace/stored'
import { plainText } from '@/lib/workspace/text'
import { collection as someCollection } from '../../components/collection/support'
import { markupFaults } from './markup'

const NOW = Date.parse('2024-06-15T12:00:00Z')

const ON_DEMAND: WireBlock[] = [
  ['collection', 0, 0, { data: someCollection() }],
  ['image', 0, 0, { src: '/a.png' }],
  ['audio', 0, 0, { src: '/a.mp3' }],
]

// The first drawing of what is loaded on demand only asks for it.
for (const block of ON_DEMAND) {
  for (let drawn = false; !drawn; await new Promise(setImmediate)) {
    try {
      renderToString(<PageBody body={[block]} locale="en" />)
      drawn = true
    } catch {}
  }
}

type Records = ReadonlyMap<Id, Pick<PageRecord, 'block' | 'firstImage'>>

/** Prepares and draws a page of a clean map as the server does for a visitor who may read everything; answers what is wrong. */
export function drawnFaults(page: StoredPage, map: RecordMap, records: Records): string[] {
  const notes: string[] = []
  const note = (message: string) => message.includes('could not be prepared') && notes.push(message)
  const context = { ...contextOf(map, records), note }
  const text = (rich: Block['properties'][string]) => prepareText(rich, context, page)
  const rowsOf = ({ id }: Collection) =>
    [...records.values()].map(({ block }) => block).filter((block) => block.parent_id === id)
  const collection = (holder: Block) => {
    const found = map.collection[holder.collection_id ?? '']
    if (found === undefined) return undefined
    return prepareCollection({
      block: holder,
      collection: found,
      views: (holder.view_ids ?? []).flatMap((id) => page.views[id] ?? []),
      answers: page.queries[found.id] ?? {},
      rows: rowsOf(found),
      context,
      prepareText: text,
      now: NOW,
      contentImage: (row) => records.get(row.id)?.firstImage,
    })
  }
  const trail = [{ path: '/', title: 'Home' }]
  const body = prepareBody(page, context, { collection, trail, mayShow: () => true })
  const { blocks, texts } = detachTexts(body.blocks, page.id)
  const top = page.blocks[page.id]
  const of = map.collection[top?.parent_id ?? '']
  const properties =
    top && of
      ? prepareProperties({ row: top, collection: of, rows: rowsOf(of), context, prepareText: text, now: NOW })
      : []
  const html = renderToString(
    <>
      <RichText text={text(top?.properties.title ?? [])} />
      <PropertyList properties={properties} />
      <PageBody body={blocks} texts={texts} locale="en" />
    </>,
  )
  return [...notes, ...markupFaults(html)]
}

const fileAddress = (source: string, block: string) => mediaAddress(source, block, {})

function contextOf(map: RecordMap, records: Records): ViewContext {
  return {
    pageLink: (id) => {
      const block = records.get(id)?.block
      const icon = typeof block?.format.page_icon === 'string' ? block.format.page_icon : undefined
      return (
        block && withIcon({ path: `/${id}`, title: plainText(block.properties.title ?? []), icon }, id, fileAddress)
      )
    },
    userName: (id) => map.notion_user[id],
    fileAddress,
    fileSize: () => undefined,
    embeds: 'load',
    timeZone: 'UTC',
    locale: 'en',
  }
}
