import 'server-only'
import { type Branding, chooseBranding } from '../branding/branding'
import { getEnv } from '../settings/env'
import { PUBLIC } from './access'
import type { Site } from './site'

/**
 * Returns the branding of a site: the operator's, or else that of the root page if the page is public. Every document contains the
 * branding, so a members-only root page must not set it.
 */
export function getSiteBranding(site: Site | undefined): Branding {
  const editors = site?.name(PUBLIC) === undefined ? {} : site.index.look
  return chooseBranding(getEnv(), editors)
}
