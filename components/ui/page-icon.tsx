import { parseIcon } from '@/lib/page/icons'

/** The icon of a page. It is decorative, because the title is always next to it. `dark` replaces an image on dark paper. */
export function PageIcon({ icon, dark }: { icon: string; dark?: string | undefined }) {
  const found = parseIcon(icon)
  const parsed =
    found?.kind === 'image' && dark !== undefined ? { kind: 'pair' as const, light: found.address, dark } : found
  if (parsed === undefined) return null
  return (
    <span className="page-icon" aria-hidden="true">
      {parsed.kind === 'emoji' && parsed.text}
      {/* biome-ignore lint/performance/noImgElement: an icon is small, and served as it is */}
      {parsed.kind === 'image' && <img src={parsed.address} alt="" loading="lazy" decoding="async" />}
      {parsed.kind === 'pair' && (
        <>
          {/* biome-ignore lint/performance/noImgElement: see above */}
          <img className="for-light" src={parsed.light} alt="" loading="lazy" />
          {/* biome-ignore lint/performance/noImgElement: see above */}
          <img className="for-dark" src={parsed.dark} alt="" loading="lazy" />
        </>
      )}
    </span>
  )
}
