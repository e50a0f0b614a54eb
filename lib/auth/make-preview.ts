import 'server-only'
import type { Env } from '../settings/env'
import { hasPreview } from '../site/access'
import { findPageByReference } from '../site/prepare/explain-access'
import type { SiteIndex, SitePage } from '../site/site-index'
import { makePreview, parseLifetime } from './previews'

/** What an editor asks for. */
interface PreviewRequest {
  /** The address or the id of a page. */
  page: string
  /** Such as `7d`, see `parseLifetime`. */
  lifetime: string
  hasSubpages: boolean
}

/** A new preview link, or why there is none: the name of a text in `previews.outcomes` of `messages/editors/`. */
type MadePreview =
  | { outcome: 'made'; token: string; page: SitePage }
  | { outcome: 'no-secret' | 'no-page' | 'published' | 'closed' | 'lifetime' | 'full' }

/** Makes a preview link of the draft that an editor names. */
export async function makePreviewByReference(
  { page: reference, lifetime: text, hasSubpages }: PreviewRequest,
  index: SiteIndex,
  env: Env,
): Promise<MadePreview> {
  if (env.siteSecret === undefined) return { outcome: 'no-secret' }
  const lifetime = parseLifetime(text)
  if (lifetime === undefined) return { outcome: 'lifetime' }
  const id = findPageByReference(reference, index, env.siteUrl)
  const page = index.pages.find((each) => each.id === id)
  if (page === undefined) return { outcome: 'no-page' }
  if (page.access.kind !== 'unpublished') return { outcome: 'published' }
  if (!hasPreview(page.access)) return { outcome: 'closed' }
  const token = await makePreview({ page: page.id, hasSubpages, lifetime }, env)
  return token === undefined ? { outcome: 'full' } : { outcome: 'made', token, page }
}
