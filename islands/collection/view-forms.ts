import type { ComponentType } from 'react'
import type { ViewType } from '@/lib/workspace/supported'
import { GalleryView } from './card'
import type { RowsProps } from './section'
import { TableView } from './table-view'
import { TimelineView } from './timeline-view'

/** How the views of a type are shown. */
interface ViewForm {
  /** The shape of the icon of their tabs, in a square of 16 px. */
  icon: string
  /** The component that shows the rows of one group, a list by default, or `columns` if the groups are columns side by side. */
  rows?: ComponentType<RowsProps> | 'columns'
}

export const VIEW_FORMS: Readonly<Record<ViewType, ViewForm>> = {
  table: { icon: 'M2 3h12v10H2zM2 6.5h12M2 10h12M6.5 3v10', rows: TableView },
  board: { icon: 'M2 3h3.5v10H2zM6.5 3H10v6H6.5zM11 3h3v8h-3z', rows: 'columns' },
  gallery: { icon: 'M2 3h5v4.5H2zM9 3h5v4.5H9zM2 9h5v4H2zM9 9h5v4H9z', rows: GalleryView },
  list: { icon: 'M2 4h1M2 8h1M2 12h1M5.5 4H14M5.5 8H14M5.5 12H14' },
  calendar: { icon: 'M2 3.5h12v10H2zM2 6.5h12M5 2v3M11 2v3M5 9.5h1M8 9.5h1M11 9.5h1' },
  timeline: { icon: 'M2 4h6M5 8h7M8 12h6', rows: TimelineView },
  feed: { icon: 'M2 3h12v4.5H2zM2 10h12M2 13h8' },
  map: { icon: 'M8 14S3.5 9.5 3.5 6.5a4.5 4.5 0 0 1 9 0C12.5 9.5 8 14 8 14zM8 8.5v-3' },
  chart: { icon: 'M4 13V8m4 5V3m4 10V6' },
}
