import type { PageEndProps } from 'colophon/site'

export default function PageEnd({ previous, next, Default }: PageEndProps) {
  return (
    <aside data-own={`between ${previous?.title} and ${next?.title}`}>
      <Default />
    </aside>
  )
}
