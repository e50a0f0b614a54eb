import type { PhrasingContent, TableRow } from 'mdast'
import { renderToStaticMarkup } from 'react-dom/server'
import { Collection } from '@/islands/collection/collection'
import { CollectionView } from '@/islands/collection/collection-view'
import type {
  Cell,
  CellOf,
  CollectionData,
  CollectionLabels,
  Column,
  ColumnKind,
  Row,
  View,
} from '@/islands/collection/data'
import { getRowLists } from '@/islands/collection/first-rows'
import { isDashboard } from '@/lib/workspace/block-traits'
import { getCollectionMessages } from '@/messages/languages'
import type { BlockFamily, BlockProps, Content, PrepareBlock, ToAbsolute } from './block-family'
import { Island } from './islands'
import { convertText, createLink, createParagraph } from './phrasing'

export const prepareCollectionBlock: PrepareBlock = (block, { hooks, context, makeUnique }) => {
  if (isDashboard(block)) return undefined
  const posts = hooks.posts?.(block)
  if (posts !== undefined) return { type: 'posts', html: posts }
  if (hooks.isMissing?.(block)) {
    context.note?.('Collection without data skipped')
    return { type: 'unknown', text: getCollectionMessages(context.locale).missing }
  }
  const data = hooks.collection(block)
  if (data === undefined) context.note?.('Collection without data skipped')
  return data && { type: 'collection', data: { ...data, name: makeUnique(data.name) } }
}

function CollectionBlock({ block: { data } }: BlockProps<'collection'>) {
  const [view, ...others] = data.views
  if (view === undefined) return null
  // There is nothing to operate.
  if (view.chart !== undefined && others.length === 0) {
    return (
      <section className="collection">
        <Collection data={data} />
      </section>
    )
  }
  return (
    <Island name="collection" className="collection" properties={data}>
      <Collection data={data} />
    </Island>
  )
}

/** A list of posts in place of their database. */
function Posts({ block }: BlockProps<'posts'>) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered it
  return <div dangerouslySetInnerHTML={{ __html: block.html }} />
}

/** Nothing is left to load. */
const load = () => Promise.resolve(true)

/** Renders all rows of a view as HTML, without interaction. */
export function renderRows(data: CollectionData, view: View): string {
  return renderToStaticMarkup(
    <section className="collection">
      <CollectionView data={data} view={view} headingLevel={2} load={load} showsAllRows />
    </section>,
  )
}

/** Returns the first view of a database as a table, or as one table per group. Each row links to its page. */
export function convertCollection(data: CollectionData, toAbsolute: ToAbsolute): Content[] {
  const [view] = data.views
  const title = convertText(data.title, toAbsolute)
  const heading: Content[] = title.length === 0 ? [] : [createParagraph([{ type: 'strong', children: title }])]
  const lists = getRowLists(view?.sections ?? []).filter(({ rows }) => rows.length > 0)
  if (view === undefined) return heading
  if (view.chartTable !== undefined) return [...heading, createTextTable(view.chartTable)]
  const columns = [...new Set([data.titleColumn, ...view.columns])].filter((at) => data.columns[at]?.kind !== 'cover')
  const nested = new Map(view.nested?.map(({ row, subitems }) => [row, subitems]))
  const tables = lists.flatMap(({ label, rows }): Content[] => [
    ...(label === undefined ? [] : [createParagraph([{ type: 'strong', children: [{ type: 'text', value: label }] }])]),
    createTable(columns, { rows, nested }, data, toAbsolute),
  ])
  const { rest, total, labels } = data
  const all =
    rest?.pages && createParagraph([createLink(toAbsolute(rest.pages), labels.all.replace('#', String(total)))])
  return [...heading, ...tables, ...(all ? [all] : [])]
}

function createTable(
  columns: number[],
  { rows, nested }: { rows: number[]; nested: ReadonlyMap<number, number[]> },
  data: CollectionData,
  toAbsolute: ToAbsolute,
): Content {
  const header = columns.map((at): PhrasingContent[] => [{ type: 'text', value: data.columns[at]?.name ?? '' }])
  const lines = listLines(rows, nested).map(({ at, depth }) => {
    const row = data.rows[at]
    return columns.map((column): PhrasingContent[] => {
      const content = row === undefined ? [] : getCellContent(row, column, data, toAbsolute)
      return depth === 0 || column !== data.titleColumn
        ? content
        : [{ type: 'text', value: SUBITEM.repeat(depth) }, ...content]
    })
  })
  return { type: 'table', children: [header, ...lines].map(createTableRow) }
}

const createTextTable = (rows: string[][]): Content => ({
  type: 'table',
  children: rows.map((cells) =>
    createTableRow(cells.map((text): PhrasingContent[] => [{ type: 'text', value: text }])),
  ),
})

/** Stands before the title of a sub-item, once for each level. */
const SUBITEM = '↳ '

/** Returns the rows with their sub-items, which follow them. */
function listLines(
  rows: readonly number[],
  nested: ReadonlyMap<number, number[]>,
  depth = 0,
): { at: number; depth: number }[] {
  return rows.flatMap((at) => [{ at, depth }, ...listLines(nested.get(at) ?? [], nested, depth + 1)])
}

const createTableRow = (cells: PhrasingContent[][]): TableRow => ({
  type: 'tableRow',
  children: cells.map((cell) => ({ type: 'tableCell', children: cell })),
})

function getCellContent(
  { path, cells }: Row,
  at: number,
  data: CollectionData,
  toAbsolute: ToAbsolute,
): PhrasingContent[] {
  const column = data.columns[at]
  const cell = cells[at] ?? null
  const shown = column === undefined ? [] : convertCell(column, cell, data.labels, toAbsolute)
  if (at !== data.titleColumn || path === '') return shown
  const title = shown.length > 0 ? shown : [{ type: 'text', value: data.labels.untitled } as const]
  // The title links to the page, so links inside it are removed.
  return [{ type: 'link', url: toAbsolute(path), children: title as Exclude<PhrasingContent, { type: 'link' }>[] }]
}

/** Returns the content of a cell. The kind of the column determines the kind of the cell. */
export function convertCell(
  column: Column,
  cell: Cell,
  labels: CheckboxLabels,
  toAbsolute: ToAbsolute,
): PhrasingContent[] {
  if (cell === null) return []
  const readAs = <Kind extends ColumnKind>(_: Kind) => cell as CellOf[Kind]
  switch (column.kind) {
    case 'title':
    case 'text':
      return convertText(readAs('text'), toAbsolute)
    case 'checkbox':
      return createText(readAs('checkbox') ? labels.checked : labels.unchecked)
    case 'tags':
    case 'people':
      return createText(
        readAs('tags')
          .flatMap((at) => column.values?.[at]?.text ?? [])
          .join(', '),
      )
    case 'pages':
      return joinWithCommas(
        readAs('pages').map((at) => {
          const { text = '', path } = column.values?.[at] ?? {}
          return createLinkOrText(text, path, toAbsolute)
        }),
      )
    case 'date':
      return createText(readAs('date').text)
    case 'link': {
      const { text, href } = readAs('link')
      return [createLinkOrText(text, href, toAbsolute)]
    }
    case 'files':
      return joinWithCommas(readAs('files').map(({ name, href }) => createLinkOrText(name, href, toAbsolute)))
    case 'number':
      return createText(readAs('number'))
    case 'meter':
      return createText(readAs('meter').text)
    default:
      return []
  }
}

type CheckboxLabels = Pick<CollectionLabels, 'checked' | 'unchecked'>

const createText = (text: string): PhrasingContent[] => convertText(text, (address) => address)

function createLinkOrText(text: string, address: string | undefined, toAbsolute: ToAbsolute): PhrasingContent {
  return address === undefined || address === '' || address.startsWith('data:')
    ? { type: 'text', value: text }
    : createLink(toAbsolute(address), text)
}

function joinWithCommas(nodes: PhrasingContent[]): PhrasingContent[] {
  return nodes.flatMap((node, index) => (index === 0 ? [node] : [{ type: 'text', value: ', ' }, node]))
}

export const COLLECTIONS = {
  prepare: { collection_view: prepareCollectionBlock },
  outputs: {
    collection: {
      Html: CollectionBlock,
      toMarkdown: ({ data }, { toAbsolute }) => convertCollection(data, toAbsolute),
    },
    posts: { Html: Posts, toMarkdown: () => [] },
  },
} satisfies BlockFamily
