import type { ViewType } from '@/lib/workspace/supported'

const SHAPES: Record<ViewType, string> = {
  table: 'M2 3h12v10H2zM2 6.5h12M2 10h12M6.5 3v10',
  board: 'M2 3h3.5v10H2zM6.5 3H10v6H6.5zM11 3h3v8h-3z',
  gallery: 'M2 3h5v4.5H2zM9 3h5v4.5H9zM2 9h5v4H2zM9 9h5v4H9z',
  list: 'M2 4h1M2 8h1M2 12h1M5.5 4H14M5.5 8H14M5.5 12H14',
  calendar: 'M2 3.5h12v10H2zM2 6.5h12M5 2v3M11 2v3M5 9.5h1M8 9.5h1M11 9.5h1',
  timeline: 'M2 4h6M5 8h7M8 12h6',
}

/** The icon of a view type. */
export function ViewIcon({ type }: { type: ViewType }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor">
      <path d={SHAPES[type]} />
    </svg>
  )
}
