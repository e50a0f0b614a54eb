import 'server-only'
import { permanentRedirect } from 'next/navigation'
import { ErrorScreen } from '@/components/site/screens/error-screen'
import { getEnv } from '@/lib/env'
import { getSiteMessages } from '@/lib/messages/parts/site'
import type { SiteAddress } from '@/lib/page/routes/page-address'

/**
 * Redirects from a former path to the current one, with `prefix` before it, or renders the error screen of an address without a page.
 */
export function renderError(address: Extract<SiteAddress, { kind: 'error' | 'redirect' }>, prefix = '') {
  if (address.kind === 'redirect') permanentRedirect(encodeURI(`${prefix}/${address.path}`))
  return <ErrorScreen status={address.status} messages={getSiteMessages(getEnv().locale)} />
}
