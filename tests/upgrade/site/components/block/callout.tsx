import { type BlockProps, Island } from 'colophon/site'

export default function Callout({ text, children, Default }: BlockProps) {
  return (
    <aside data-own="callout">
      {text}
      {children}
      <Island name="Counter" props={{ start: 3 }} />
      <Default />
    </aside>
  )
}
