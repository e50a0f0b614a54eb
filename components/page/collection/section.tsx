import { type ComponentType, useState } from 'react'
import type { CollectionData, Section, View } from '@/lib/page/collection/types'
import { Tag } from './tag'

/** What shows the rows of one section. */
export interface RowsProps {
  data: CollectionData
  view: View
  section: Section
  /** How many of the section's rows are shown. */
  shown: number
}

/** A group's name and how many rows it has. */
export function GroupLabel({ section }: { section: Section }) {
  return (
    <>
      <Tag text={section.label ?? ''} color={section.color} /> <span className="collection-count">{section.total}</span>
    </>
  )
}

/** The first rows of a section, and a button for the next ones. */
export function PagedRows({ rows: Rows, ...props }: Omit<RowsProps, 'shown'> & { rows: ComponentType<RowsProps> }) {
  const { data, section } = props
  const [shown, setShown] = useState(data.pageSize)
  return (
    <>
      <Rows {...props} shown={shown} />
      {shown < section.rows.length && (
        <button type="button" className="collection-more" onClick={() => setShown(shown + data.pageSize)}>
          {data.labels.more}
        </button>
      )}
    </>
  )
}
