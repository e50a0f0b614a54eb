import 'server-only'
import { getEnv } from '../env'
import type { Look } from '../look'
import { PUBLIC } from './access'
import type { Site } from './site'

/**
 * The site's look as it was chosen: by the operator, else on the root page, where everybody may read that. What is drawn with it is
 * drawn for everybody.
 */
export function lookOf(site: Site | undefined): Look {
  const { accent, font, logo } = getEnv()
  const look = site?.name(PUBLIC) === undefined ? undefined : site.index.look
  const chosen = { accent: accent ?? look?.accent, font: font ?? look?.font, logo: logo ?? look?.logo }
  return chosen.font === 'serif' ? { ...chosen, font: undefined } : chosen
}
