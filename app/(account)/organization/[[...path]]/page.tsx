import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { AccountFrame } from '@/components/account/account-frame'
import { OrganizationScreen } from '@/components/account/screens'
import { signInAddress } from '@/lib/auth/routes'
import { getViewer } from '@/lib/auth/viewer'
import { getEnv } from '@/lib/env'
import { messagesFor } from '@/lib/messages/parts/site'

export const dynamic = 'force-dynamic'

export const generateMetadata = (): Metadata => ({
  title: messagesFor(getEnv().locale).organization,
  robots: { index: false },
})

/** The organization that somebody reads as a member of. */
export default async function OrganizationPage() {
  const { clerk, locale } = getEnv()
  if (clerk === undefined) notFound()
  const { signedIn } = await getViewer()
  if (!signedIn) redirect(signInAddress('/organization'))
  const messages = messagesFor(locale)
  return (
    <AccountFrame title={messages.organization} way={{ href: '/members', label: messages.membersSite }}>
      <OrganizationScreen />
    </AccountFrame>
  )
}
