import { parseIcon } from '@/lib/page/wire/icon'

/** The icon of a page. It is decorative, because the title is always next to it. */
export function PageIcon({ icon }: { icon: string }) {
  const read = parseIcon(icon)
  if (read === undefined) return null
  return (
    <span className="page-icon" aria-hidden="true">
      {read.kind === 'emoji' && read.text}
      {/* biome-ignore lint/performance/noImgElement: an icon is small, and served as it is */}
      {read.kind === 'image' && <img src={read.address} alt="" loading="lazy" decoding="async" />}
      {read.kind === 'pair' && (
        <>
          {/* biome-ignore lint/performance/noImgElement: see above */}
          <img className="for-light" src={read.light} alt="" loading="lazy" />
          {/* biome-ignore lint/performance/noImgElement: see above */}
          <img className="for-dark" src={read.dark} alt="" loading="lazy" />
        </>
      )}
    </span>
  )
}
