import { readIcon } from './icons'

/** The icon of a page. Decoration only: the title beside it says what the page is. */
export function PageIcon({ icon }: { icon: string }) {
  const read = readIcon(icon)
  if (read === undefined) return null
  return (
    <span className="page-icon" aria-hidden="true">
      {read.kind === 'emoji' && read.text}
      {read.kind === 'image' && <img src={read.address} alt="" />}
      {read.kind === 'pair' && (
        <>
          <img className="by-day" src={read.light} alt="" loading="lazy" />
          <img className="by-night" src={read.dark} alt="" loading="lazy" />
        </>
      )}
    </span>
  )
}
