import 'server-only'
import { prepareBody } from '../../blocks/body'
import type { PreparedBlock } from '../../blocks/prepared-block'
import type { CollectionData, PreparedProperty } from '../../islands/collection/data'
import { isHomePage } from '../site/languages/languages'
import type { Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import type { Block } from '../workspace/record-map'
import { prepareCollection } from './collection/prepare-collection'
import { prepareProperties } from './collection/properties'
import { getShownViews, getViewName } from './collection/views'
import { type JobOptions, type OpenPage, openPage } from './open-page'
import { getFirstPart } from './rows'

/** The maximum number of rows of a database. The other rows are on pages of their own. */
const MAX_ROWS = 1000

/** A page's content for one viewer, for Markdown copies and feeds: complete texts, and the source of code and equations. */
export interface PageContent {
  properties: PreparedProperty[]
  /** A database contains the rows of its first view. */
  body: PreparedBlock[]
}

/** Opens the content of a page that the viewer may read. Throws if the stored content cannot be read. */
export async function getPageContent(
  site: Site,
  page: SitePage,
  viewer: Viewer,
  { reduced }: JobOptions = {},
): Promise<PageContent> {
  const opened = await openPage(site, page, viewer, { sources: true, reduced })
  const { blocks } = prepareBody(opened.stored, opened.context, {
    collection: (databaseBlock) => prepareRows(databaseBlock, opened, page, viewer),
    lists: (id) => site.listedPage(id, viewer, page.access) !== undefined,
    isRoot: isHomePage(page),
    mayShow: (container) => site.mayShowSynced(container, viewer),
    language: page.language,
  })
  return { properties: opened.row ? prepareProperties(opened.row, { isPost: page.isPost }) : [], body: blocks }
}

function prepareRows(
  databaseBlock: Block,
  opened: OpenPage,
  page: SitePage,
  viewer: Viewer,
): CollectionData | undefined {
  const input = opened.collection(databaseBlock)
  const [first] = input ? getShownViews(input.views, input.collection, opened.context) : []
  if (input === undefined || first === undefined) return undefined
  const view = getViewName(first)
  const data = prepareCollection({ ...input, part: { kind: 'rows', view, from: 0, count: MAX_ROWS } })
  const rest = data.total > data.rows.length ? getFirstPart(page, databaseBlock, viewer).rest(view) : undefined
  return rest === undefined ? data : { ...data, rest: { pages: rest.pages } }
}
