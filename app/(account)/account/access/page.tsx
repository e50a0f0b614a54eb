import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { AccountLayout } from '@/components/account/account-layout'
import { PersonalAccess } from '@/components/account/personal-access'
import { hasPersonalAddresses } from '@/lib/auth/access-records'
import { readTokens } from '@/lib/auth/personal-tokens'
import { getSignInAddress } from '@/lib/auth/routes'
import { getPerson, getViewer } from '@/lib/auth/viewer'
import { addBasePath } from '@/lib/base-path'
import { PERSONAL_ACCESS } from '@/lib/routes'
import { getEnv } from '@/lib/settings/env'
import { getSiteMessages } from '@/messages/languages'

export const dynamic = 'force-dynamic'

export const generateMetadata = (): Metadata => ({
  title: getSiteMessages(getEnv().locale).personal.title,
  robots: { index: false },
  referrer: 'no-referrer',
})

/** The page on which members make and revoke the addresses of their feed and for assistants. */
export default async function PersonalAccessPage() {
  const env = getEnv()
  if (!hasPersonalAddresses(env)) notFound()
  const { signedIn } = await getViewer()
  const person = await getPerson()
  if (!signedIn || person === undefined) redirect(getSignInAddress(`/${PERSONAL_ACCESS}`))
  const { personal, membersSite } = getSiteMessages(env.locale)
  const tokens = await readTokens(person, env)
  const addresses = tokens && {
    feed: `${env.siteUrl}/api/feed/${tokens.feed}`,
    server: `${env.siteUrl}/mcp`,
    token: tokens.mcp,
  }
  return (
    <AccountLayout title={personal.title} link={{ href: addBasePath('/members'), label: membersSite }}>
      <PersonalAccess addresses={addresses} action={addBasePath('/api/personal-access')} messages={personal} />
    </AccountLayout>
  )
}
