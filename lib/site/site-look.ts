import 'server-only'
import { getEnv } from '../env'
import type { Look } from '../look'
import type { Site } from './site'

/** The site's look as it was chosen: by the operator, else on the root page. */
export function lookOf(site: Site | undefined): Look {
  const { accent, font, logo } = getEnv()
  const { look } = site?.index ?? {}
  const chosen = { accent: accent ?? look?.accent, font: font ?? look?.font, logo: logo ?? look?.logo }
  return chosen.font === 'serif' ? { ...chosen, font: undefined } : chosen
}
