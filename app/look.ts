import 'server-only'
import type { CSSProperties } from 'react'
import { accentsOf } from '@/lib/formats/accent'
import { familyOf, type Look } from '@/lib/look'
import { getSite, ifNotReady } from '@/lib/site/get-site'
import { lookOf } from '@/lib/site/site-look'

/** The look of the site as it is now. */
export async function getLook(): Promise<Look> {
  return lookOf(await getSite().catch(ifNotReady))
}

/** What the document sets for a look; undefined for the site's own. */
export function styleOf({ accent, font }: Look): CSSProperties | undefined {
  if (accent === undefined && font === undefined) return undefined
  const accents = accent === undefined ? undefined : accentsOf(accent)
  const family = font && familyOf(font)
  return {
    ...(accents && { '--site-accent': accents.day, '--site-accent-night': accents.night }),
    ...(family && { '--reading-latin': family, '--title-latin': family }),
  } as CSSProperties
}
