import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Collection } from '@/islands/collection/collection'
import { prepareCollection } from '@/lib/page/collection/prepare-collection'
import { prepareText } from '@/lib/page/text/rich-text'
import type { ViewContext } from '@/lib/page/view-context'
import { cleanRecordMap } from '@/lib/workspace/clean/clean'
import { readRecordMaps } from '@/lib/workspace/clean/read-record-map'
import type { RecordMap } from '@/lib/workspace/record-map'
import { readFixtureMaps } from '@/tests/support/fixtures'

function clean(json: unknown): RecordMap {
  const read = readRecordMaps(json)
  if (!read.ok) throw new Error(read.reason)
  return cleanRecordMap(read.map).map
}

function createContext(map: RecordMap): ViewContext {
  return {
    isListed: () => true,
    pageLink: (id) => (map.block[id] ? { path: `/${id.replaceAll('-', '')}`, title: id } : undefined),
    userName: (id) => map.notion_user[id],
    fileAddress: (source) => source,
    fileSize: () => undefined,
    fileType: () => undefined,
    embeds: 'load',
    timeZone: 'UTC',
    locale: 'en',
  }
}

/** Prepares every collection of a map for the browser. */
function prepareCollections(map: RecordMap) {
  const context = createContext(map)
  return Object.values(map.block).flatMap((block) => {
    const collection = map.collection[block.collection_id ?? '']
    if (collection === undefined) return []
    const views = (block.view_ids ?? []).map((id) => map.collection_view[id]).filter((view) => view !== undefined)
    const rows = Object.values(map.block).filter((row) => row.parent_id === collection.id)
    const results = map.collection_query[collection.id] ?? {}
    return prepareCollection({
      block,
      collection,
      views,
      results,
      rows,
      context,
      prepareText: (text) => prepareText(text, context),
      now: Date.UTC(2024, 0, 1),
    })
  })
}

const maps = readFixtureMaps().filter(({ json }) => prepareCollections(clean(json)).length > 0)

describe.skipIf(maps.length === 0)('real collections (skipped without FIXTURES_DIR)', () => {
  test.each(maps)('$file', ({ json }) => {
    for (const data of prepareCollections(clean(json))) {
      for (const view of data.views) {
        const html = renderToString(<Collection data={{ ...data, views: [view] }} />)
        expect(html).not.toMatch(/\[object Object\]|undefined|NaN|‣|⁍/)
        expect(html).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<a /s)
        expect(html).not.toMatch(/href="(?:javascript|data|vbscript):/i)
      }
      expect(JSON.stringify(data)).not.toContain('‣')
    }
  })
})
