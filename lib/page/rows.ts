import 'server-only'
import { prepareBody } from '../../blocks/body'
import { renderRows } from '../../blocks/collection'
import type { View } from '../../islands/collection/data'
import { addBasePath } from '../base-path'
import { isPublicViewer } from '../site/access'
import { isHomePage } from '../site/languages/languages'
import { getPagePath, type Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import type { Block } from '../workspace/record-map'
import type { Part } from './collection/groups'
import { prepareCollection } from './collection/prepare-collection'
import { getViewName } from './collection/views'
import { type JobOptions, openPage } from './open-page'

/** Rows on each of the pages that together list all rows of a view. */
const ROWS_A_PAGE = 200

/** One page of a view's rows; `pages` is how many pages there are. */
export interface RowsPage {
  /** The rows as HTML. */
  html: string
  view: ViewName
  /** All views of the database, and their label. */
  views: ViewName[]
  label: string
  number: number
  pages: number
}

type ViewName = Pick<View, 'id' | 'name'>

/** Returns the name of a database in the browser and in addresses. */
const getBlockName = ({ id }: Block): string => id.slice(0, 8)

/** Returns which part of a database its page's document contains, and where the rest is. Only public databases have pages of rows. */
export function getFirstPart(page: SitePage, databaseBlock: Block, viewer: Viewer): Extract<Part, { kind: 'first' }> {
  const path = getPagePath(page, viewer).replace(/\/$/, '')
  return {
    kind: 'first',
    rest: (view) => ({
      // With an extension, from which a static host derives the media type.
      data: addBasePath(`/api/rows/${getBlockName(databaseBlock)}${path}.json`),
      ...(isPublicViewer(viewer) && { pages: addBasePath(`/rows/${view}/1${path}`) }),
    }),
  }
}

/** Returns the names of the databases and views that the page shows. */
export async function getRowNames(site: Site, page: SitePage, viewer: Viewer, options: JobOptions): Promise<string[]> {
  const shown = await openDatabases(site, page, viewer, options)
  return shown.flatMap(({ block, views }) => [getBlockName(block), ...views.map(getViewName)])
}

/** Returns a whole database of the page as JSON of {@link CollectionData}; undefined if the page shows none of that name. */
export async function getAllRows(
  site: Site,
  page: SitePage,
  viewer: Viewer,
  options: JobOptions,
  name: string,
): Promise<string | undefined> {
  const shown = await openDatabases(site, page, viewer, options)
  const input = shown.find(({ block }) => getBlockName(block) === name)
  if (input === undefined) return undefined
  const data = prepareCollection(input)
  return JSON.stringify(options.slots?.drawRows(data) ?? data)
}

/** Returns a page of a view's rows, counted from 1; undefined if the page shows no such view, or the view has no such page. */
export async function getRowsPage(
  site: Site,
  page: SitePage,
  viewer: Viewer,
  options: JobOptions,
  name: string,
  number: number,
): Promise<RowsPage | undefined> {
  const shown = await openDatabases(site, page, viewer, options)
  const input = shown.find(({ views }) => views.some((view) => getViewName(view) === name))
  if (input === undefined || !Number.isInteger(number) || number < 1) return undefined
  const from = (number - 1) * ROWS_A_PAGE
  const prepared = prepareCollection({ ...input, part: { kind: 'rows', view: name, from, count: ROWS_A_PAGE } })
  const data = options.slots?.drawRows(prepared) ?? prepared
  const view = data.views.find(({ id }) => id === name)
  const pages = Math.max(1, Math.ceil(data.total / ROWS_A_PAGE))
  if (view === undefined || number > pages) return undefined
  const getName = ({ id, name: viewName }: View): ViewName => ({ id, name: viewName })
  const html = renderRows(data, view)
  return { html, view: getName(view), views: data.views.map(getName), label: data.labels.views, number, pages }
}

/** Collects all databases that the page shows. It prepares the page's body, so that hidden ones are left out. */
async function openDatabases(site: Site, page: SitePage, viewer: Viewer, options: JobOptions) {
  const { stored, context, collection } = await openPage(site, page, viewer, { reduced: options.reduced })
  const inputs: NonNullable<ReturnType<typeof collection>>[] = []
  prepareBody(stored, context, {
    collection(databaseBlock) {
      const input = collection(databaseBlock)
      if (input !== undefined) inputs.push(input)
      return undefined
    },
    isRoot: isHomePage(page),
    mayShow: (container) => site.mayShowSynced(container, viewer),
  })
  return inputs
}
