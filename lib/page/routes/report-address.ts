import 'server-only'
import { getFormOrigins } from '../../branding/forms'
import { reportPage } from '../../cache/rendered-page'
import { COMMENTS_ORIGIN } from '../../third-parties'
import type { Chrome } from './site-chrome'

/**
 * What the page cache needs to know of an address. `version` is `<page id>:<version>` of the page that it shows. It is undefined for a
 * page in its reduced form, which is not cached because it is tried again later.
 */
type Reported =
  | { kind: 'shown'; version?: string; chrome: Chrome; frames?: readonly string[] }
  | { kind: 'error'; status: number }

/** Reports what a public address shows to the page cache. */
export function reportAddress(address: Reported): void {
  if (address.kind === 'error') {
    reportPage({ status: address.status })
    return
  }
  const { version, chrome, frames = [] } = address
  const { analytics, comments, forms, language } = chrome
  reportPage({
    version,
    language,
    analytics: analytics?.origins,
    forms: getFormOrigins(forms),
    frames: comments === undefined ? frames : [...frames, COMMENTS_ORIGIN],
  })
}
