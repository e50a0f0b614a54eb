import type { ListProps } from 'colophon/site'

export default function List({ title, Default }: ListProps) {
  return (
    <div data-own={`list of ${title}`}>
      <Default />
    </div>
  )
}
