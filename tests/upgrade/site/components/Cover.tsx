import type { CoverProps } from 'colophon/site'

export default function Cover({ title, Default }: CoverProps) {
  return (
    <div data-own={`cover of ${title}`}>
      <Default />
    </div>
  )
}
