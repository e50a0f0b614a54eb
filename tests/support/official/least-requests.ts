import { readWidgets } from '@/lib/workspace/clean/dashboards'
import { isViewType } from '@/lib/workspace/supported'
import type { HostedData, HostedRecord } from '../hosted/data'
import { listChildren } from './blocks'
import { readFields, readList } from './records'
import { listViewRows } from './views'
import { isDatabaseBlock, isPageBlock, VisibleWorkspace } from './visible-workspace'

const PAGE = 100

/**
 * Returns the fewest requests that read a whole site from the API: the list of all pages, the content of each page, and for each database its
 * settings, its views, its rows, and the rows of each view that editors may have ordered by hand.
 */
export function countLeastRequests(data: HostedData): number {
  const workspace = new VisibleWorkspace(data, () => {
    throw new Error('Nothing is signed here')
  })
  const sources = new Set<string>()
  let requests = 0
  const waiting = [data.block.get(data.root ?? '')]
  const seen = new Set<string>()
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    if (seen.has(page.id)) continue
    seen.add(page.id)
    if (isDatabaseBlock(page)) countDatabase(page)
    else countContent(page)
  }
  return requests + Math.ceil((seen.size + sources.size) / PAGE)

  function countContent(block: HostedRecord): void {
    const children = listChildren(block, workspace) ?? []
    requests += Math.max(1, Math.ceil(children.length / PAGE))
    for (const child of children) {
      if (isPageBlock(child) || isDatabaseBlock(child)) waiting.push(child)
      else if ((listChildren(child, workspace) ?? []).length > 0) countContent(child)
    }
  }

  function countDatabase(database: HostedRecord): void {
    // Its object, and the list of its views.
    requests += 2
    const ids = readList<string>(database.view_ids)
    const widgets = ids.flatMap((id) => readWidgets(data.collection_view.get(id), data.layout).flat())
    for (const id of [...ids, ...widgets.map(({ view }) => view)]) {
      const view = data.collection_view.get(id)
      const place = view && workspace.findPlace(view)
      if (view === undefined || place === undefined) continue
      requests++
      countSource(place.collection)
      const isSorted = readList(readFields(view.query2).sort).length > 0
      if (isViewType(view.type) && view.type !== 'chart' && !isSorted)
        requests += countPages(listViewRows(view, place.collection, workspace).length)
    }
  }

  function countSource({ id }: HostedRecord): void {
    if (sources.has(id)) return
    sources.add(id)
    const rows = workspace.listRows(id)
    requests += countPages(rows.length)
    waiting.push(...rows)
  }
}

const countPages = (items: number) => Math.max(1, Math.ceil(items / PAGE))
