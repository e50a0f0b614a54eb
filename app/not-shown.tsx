import 'server-only'
import { permanentRedirect } from 'next/navigation'
import { ErrorScreen } from '@/components/site/screens/error-screen'
import { getEnv } from '@/lib/env'
import { messagesFor } from '@/lib/messages/parts/site'
import type { SiteAddress } from '@/lib/page/routes/page-address'

/** What a public address that shows nothing of its own answers with: the way to where that is now, or why there is none. */
export function notShown(address: Extract<SiteAddress, { kind: 'error' | 'redirect' }>, before = '') {
  if (address.kind === 'redirect') permanentRedirect(encodeURI(`${before}/${address.path}`))
  return <ErrorScreen status={address.status} messages={messagesFor(getEnv().locale)} />
}
