import type { ContentsProps } from 'colophon/site'

export default function Contents({ items }: ContentsProps) {
  return <nav data-own="contents">{items.length}</nav>
}
