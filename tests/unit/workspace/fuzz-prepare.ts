import { prepareBody } from '@/blocks/body'
import type { Part } from '@/lib/page/collection/groups'
import { prepareCollection } from '@/lib/page/collection/prepare-collection'
import { prepareProperties } from '@/lib/page/collection/properties'
import { resolveIcon } from '@/lib/page/create-view-context'
import { getMediaAddress } from '@/lib/page/media-address'
import { prepareText } from '@/lib/page/text/rich-text'
import type { ViewContext } from '@/lib/page/view-context'
import type { Block, Collection, Id, RecordMap } from '@/lib/workspace/record-map'
import type { PageRecord, StoredPage } from '@/lib/workspace/stored'
import { toPlainText } from '@/lib/workspace/text'

const NOW = Date.parse('2024-06-15T12:00:00Z')

export type Records = ReadonlyMap<Id, Pick<PageRecord, 'block' | 'firstImage'>>

/** Prepares a page of a clean map like the server does for a visitor who may read everything. */
export function preparePage(
  page: StoredPage,
  map: RecordMap,
  records: Records,
  more: Partial<ViewContext> = {},
  part?: Part,
) {
  const context = { ...createContext(map, records), ...more }
  const prepareRichText = (rich: Block['properties'][string]) => prepareText(rich, context, page)
  const findRows = ({ id }: Collection) =>
    [...records.values()].map(({ block }) => block).filter((block) => block.parent_id === id)
  const prepareHolder = (holder: Block) => {
    const found = map.collection[holder.collection_id ?? '']
    const views = (holder.view_ids ?? []).flatMap((id) => page.views[id] ?? [])
    if (found === undefined || views.length === 0) return undefined
    return prepareCollection({
      block: holder,
      collection: found,
      views,
      results: page.queries[found.id] ?? {},
      rows: findRows(found),
      context,
      prepareText: prepareRichText,
      now: NOW,
      contentImage: (row) => records.get(row.id)?.firstImage,
      ...(part && { part }),
    })
  }
  const trail = [{ path: '/', title: 'Home' }]
  const body = prepareBody(page, context, { collection: prepareHolder, trail, mayShow: () => true })
  const pageBlock = page.blocks[page.id]
  const parent = map.collection[pageBlock?.parent_id ?? '']
  const properties =
    pageBlock && parent
      ? prepareProperties({
          row: pageBlock,
          collection: parent,
          rows: findRows(parent),
          context,
          prepareText: prepareRichText,
          now: NOW,
        })
      : []
  return { title: prepareRichText(pageBlock?.properties.title ?? []), properties, body }
}

const getFileAddress = (source: string, block: string) => getMediaAddress(source, block, {})

function createContext(map: RecordMap, records: Records): ViewContext {
  return {
    isListed: () => true,
    pageLink: (id) => {
      const block = records.get(id)?.block
      const icon = typeof block?.format.page_icon === 'string' ? block.format.page_icon : undefined
      return (
        block &&
        resolveIcon({ path: `/${id}`, title: toPlainText(block.properties.title ?? []), icon }, id, getFileAddress)
      )
    },
    userName: (id) => map.notion_user[id],
    fileAddress: getFileAddress,
    fileSize: () => undefined,
    fileType: () => undefined,
    embeds: 'load',
    timeZone: 'UTC',
    locale: 'en',
  }
}
