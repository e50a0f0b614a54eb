import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { AccountFrame } from '@/components/account/account-frame'
import { AccountScreen } from '@/components/account/screens'
import { signInAddress } from '@/lib/auth/routes'
import { getViewer } from '@/lib/auth/viewer'
import { getEnv } from '@/lib/env'
import { messagesFor } from '@/lib/messages/parts/site'

export const dynamic = 'force-dynamic'

export const generateMetadata = (): Metadata => ({
  title: messagesFor(getEnv().locale).account,
  robots: { index: false },
})

/** A person's profile at the sign-in service. */
export default async function AccountPage() {
  const { clerk, locale } = getEnv()
  if (clerk === undefined) notFound()
  const { signedIn } = await getViewer()
  if (!signedIn) redirect(signInAddress('/account'))
  const messages = messagesFor(locale)
  return (
    <AccountFrame title={messages.account} way={{ href: '/members', label: messages.membersSite }}>
      <AccountScreen />
    </AccountFrame>
  )
}
