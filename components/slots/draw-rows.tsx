import { getCellText } from '@/islands/collection/arrange'
import { Card } from '@/islands/collection/card'
import type { CellOf, CollectionData, ColumnKind, Row, View } from '@/islands/collection/data'
import { getRowLists } from '@/islands/collection/first-rows'
import { RowFacts, RowTitle } from '@/islands/collection/row'
import { Cell } from '../ui/cell'
import type { CardData } from './props'
import type { SlotRenderer } from './slot-renderer'

/** The rows of larger views are built-in. Their cards would take longer than the deadline, and loading them would, too. */
const MAX_ROWS = 1000

/** Adds the cards of the rows of galleries and lists, if a component of the site folder draws cards. */
export function drawRows(slots: SlotRenderer, data: CollectionData): CollectionData {
  if (!slots.has('Card')) return data
  return { ...data, views: data.views.map((view) => drawView(slots, data, view)) }
}

function drawView(slots: SlotRenderer, data: CollectionData, view: View): View {
  if ((view.type !== 'gallery' && view.type !== 'list') || view.nested !== undefined) return view
  const indexes = [...new Set(getRowLists(view.sections).flatMap((section) => section.rows))]
  if (indexes.length === 0 || countRows(data, view) > MAX_ROWS) return view
  const cards: Record<number, string> = {}
  for (const [place, index] of indexes.entries()) {
    const row = data.rows[index]
    if (row === undefined) continue
    const card = slots.render('Card', { ...describeRow(data, view, row), level: 3, place }, () => (
      <BuiltInRow data={data} view={view} row={row} />
    ))
    // A list has cards of one kind.
    if (card === undefined) return view
    cards[index] = card
  }
  return { ...view, cards }
}

/** Returns the number of rows of a view, including those that are not sent. It must be the same for every part of the view. */
function countRows({ views, total }: CollectionData, view: View): number {
  const isOnlyOne = views.every((each) => each === view || each.sections.length === 0)
  return isOnlyOne ? total : new Set(getRowLists(view.sections).flatMap((section) => section.rows)).size
}

/** The row as the view shows it without a component. */
function BuiltInRow(props: { data: CollectionData; view: View; row: Row }) {
  if (props.view.type === 'gallery') return <Card {...props} as="div" />
  return (
    <>
      <RowTitle {...props} />
      <RowFacts {...props} />
    </>
  )
}

/** Returns a row as a card. It has only what the view shows. */
function describeRow(data: CollectionData, view: View, { path, icon, cells }: Row): CardData {
  const titleColumn = data.columns[data.titleColumn]
  const title = titleColumn ? toText(getCellText(titleColumn, cells[data.titleColumn])) : ''
  const shown = view.columns.flatMap((index) => {
    const column = data.columns[index]
    const cell = cells[index]
    return index === data.titleColumn || column === undefined || cell === undefined || cell === null
      ? []
      : [{ column, cell }]
  })
  const find = <Kind extends ColumnKind>(kind: Kind) =>
    shown.find(({ column }) => column.kind === kind) as { cell: CellOf[Kind] } | undefined
  const date = find('date')?.cell
  const cover = view.cover && (cells[view.cover.column] as CellOf['cover'] | null | undefined)
  return {
    kind: 'row',
    path,
    title: title || data.labels.untitled,
    ...(icon !== undefined && !view.hideIcons && { icon }),
    ...(date?.iso !== undefined && { date: { iso: date.iso, text: date.text } }),
    ...(cover && { picture: { src: cover.src } }),
    terms: shown.flatMap(({ column, cell }) =>
      column.kind === 'tags' ? [getCellText(column, cell)].flat().map((name) => ({ name })) : [],
    ),
    properties: shown.map(({ column, cell }) => ({
      name: column.name,
      text:
        column.kind === 'checkbox'
          ? cell
            ? data.labels.checked
            : data.labels.unchecked
          : toText(getCellText(column, cell)),
      content: <Cell column={column} cell={cell} />,
    })),
  }
}

const toText = (text: string | string[]): string => [text].flat().join(', ')
