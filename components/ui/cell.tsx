import type { ReactNode } from 'react'
import type { CellOf, Cell as CellValue, Column, ColumnKind, FileCell, SharedValue } from '@/islands/collection/data'
import { Link } from './link'
import { PageIcon } from './page-icon'
import { RichText } from './rich-text'
import { Tag } from './tag'

type Renderers = { [Kind in ColumnKind]: (cell: CellOf[Kind], column: Column) => ReactNode }

const RENDER: Renderers = {
  title: (text) => <RichText text={text} />,
  text: (text) => <RichText text={text} />,
  number: (text) => <span className="number">{text}</span>,
  meter: ({ text, share }, { meter }) => <Meter text={text} share={share} meter={meter} />,
  tags: (indexes, column) =>
    joinWithSpaces(
      getSharedValues(indexes, column).map(({ text, color = 'default' }) => (
        <Tag key={text} text={text} color={color} />
      )),
    ),
  people: (indexes, column) =>
    getSharedValues(indexes, column)
      .map(({ text }) => text)
      .join(', '),
  pages: (indexes, column) =>
    joinWithSpaces(
      getSharedValues(indexes, column).map(({ text, path = '', icon }) => (
        <Link key={path} href={path} className="link mention">
          {icon && <PageIcon icon={icon} />}
          {text}
        </Link>
      )),
    ),
  date: ({ text, iso }) => <time dateTime={iso}>{text}</time>,
  // biome-ignore lint/suspicious/noArrayIndexKey: names are not unique, and the files of a cell never move
  files: (files) => joinWithSpaces(files.map((file, index) => <FileLink key={index} file={file} />)),
  checkbox: (checked, column) => (
    <input className="check" type="checkbox" checked={checked} disabled aria-label={column.name} />
  ),
  link: ({ text, href }) =>
    href === undefined ? (
      text
    ) : (
      <Link href={href} className="link">
        {text}
      </Link>
    ),
  cover: ({ src, position }) => (
    // biome-ignore lint/performance/noImgElement: files are served as they are
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      style={position === undefined ? undefined : { objectPosition: `50% ${position}%` }}
    />
  ),
}

interface CellProps {
  column: Column
  cell: CellValue | undefined
}

/** The value of a cell; nothing for an empty one. It has no state, so that server components can render it. */
export function Cell({ column, cell }: CellProps): ReactNode {
  if (cell === null || cell === undefined) return null
  // The kind of a column determines the type of its cells, which TypeScript cannot infer.
  const render = RENDER[column.kind] as (cell: CellValue, column: Column) => ReactNode
  return render(cell, column)
}

function getSharedValues(indexes: number[], { values = [] }: Column): SharedValue[] {
  return indexes.map((index) => values[index]).filter((value) => value !== undefined)
}

/** Separates items by spaces, for screen readers and copied text. */
function joinWithSpaces(items: ReactNode[]): ReactNode[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [' ', item]))
}

function FileLink({ file: { name, href, image } }: { file: FileCell }) {
  if (href === undefined) return <span className="file">{name}</span>
  return (
    <Link href={href} className={image ? 'file-image' : 'link file'}>
      {/* biome-ignore lint/performance/noImgElement: files are served as they are */}
      {image ? <img src={image} alt={name} loading="lazy" decoding="async" /> : name}
    </Link>
  )
}

interface MeterProps extends Pick<Column, 'meter'> {
  text: string
  share: number
}

/** A number as a bar or a ring. */
function Meter({ text, share, meter: { shape, color = 'default', hidesNumber } = { shape: 'bar' } }: MeterProps) {
  return (
    <span className="meter">
      <span className={hidesNumber ? 'visually-hidden' : 'number'}>{text}</span>
      <svg className={`meter-${shape} tag-${color}`} viewBox={VIEW_BOXES[shape]} aria-hidden="true">
        <path d={PATHS[shape]} />
        <path d={PATHS[shape]} pathLength={100} strokeDasharray={`${share} 100`} />
      </svg>
    </span>
  )
}

const VIEW_BOXES = { bar: '0 0 64 4', ring: '0 0 16 16' }
/** A ring starts at the top. */
const PATHS = { bar: 'M0 2H64', ring: 'M8 2a6 6 0 1 1 0 12a6 6 0 1 1 0-12' }
