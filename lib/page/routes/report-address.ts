import 'server-only'
import { reportPage } from '../../cache/rendered-page'
import { COMMENTS_ORIGIN } from '../../third-parties'
import type { Chrome } from './site-chrome'

/**
 * The part of an address that the cache has to know. `version` is `<page id>:<version>` of what it shows to the public; undefined
 * for a page in its reduced form, which is not cached because it gets another try later.
 */
type Reported =
  | { kind: 'shown'; version?: string; chrome: Chrome; frames?: readonly string[] }
  | { kind: 'error'; status: number }

/** Reports to the cache what a public address shows. */
export function reportAddress(address: Reported): void {
  if (address.kind === 'error') {
    reportPage({ status: address.status })
    return
  }
  const { version, chrome, frames = [] } = address
  const { analytics, comments } = chrome
  reportPage({
    version,
    visits: analytics?.origins,
    frames: comments === undefined ? frames : [...frames, COMMENTS_ORIGIN],
  })
}
