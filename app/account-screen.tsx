import 'server-only'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { AccountLayout } from '@/components/account/account-layout'
import { ForbiddenScreen } from '@/components/account/forbidden-screen'
import { MembersBar } from '@/components/account/members-bar'
import { ErrorScreen } from '@/components/site/screens/error-screen'
import { hasPersonalAddresses } from '@/lib/auth/access-records'
import { getSignInAddress } from '@/lib/auth/routes'
import { getPerson, getViewer } from '@/lib/auth/viewer'
import { addBasePath } from '@/lib/base-path'
import { reportPage } from '@/lib/cache/rendered-page'
import { PERSONAL_ACCESS } from '@/lib/routes'
import { getMetadata } from '@/lib/screens/metadata'
import { getEnv } from '@/lib/settings/env'
import { hasOwnScreens } from '@/lib/settings/sign-in'
import type { Viewer } from '@/lib/site/site-index'
import { getSiteMessages } from '@/messages/languages'

/** Returns the metadata of a sign-in screen, which is the same for all visitors. */
export function getSignInMetadata(): Metadata {
  const { signIn, locale } = getEnv()
  if (signIn === undefined) return getMetadata({ kind: 'error', status: 404 })
  return { title: getSiteMessages(locale).signIn, robots: { index: false } }
}

/** Returns the metadata of the page for forbidden and missing members pages. */
export function getForbiddenMetadata(): Metadata {
  return getMetadata({ kind: 'error', status: getEnv().signIn === undefined ? 404 : 403 })
}

/**
 * Responds to a viewer who may not read a members page, and for a missing one: renders the same page for both. Redirects to sign-in without a
 * session; 404 if sign-in is off.
 */
export function refuseMembersPage(viewer: Viewer, pathname: string): ReactNode {
  const { signIn, locale } = getEnv()
  if (signIn === undefined) notFound()
  if (!viewer.signedIn) redirect(getSignInAddress(pathname))
  return <ForbiddenScreen messages={getSiteMessages(locale)} canSwitch={!hasOwnScreens(signIn)} />
}

/** Renders the part of the header that shows a member's account. */
export async function renderMembersBar(): Promise<ReactNode> {
  const { signIn, locale } = getEnv()
  if (!hasOwnScreens(signIn)) return <MembersBar />
  return <MembersBar account={{ person: await getPerson(), label: getSiteMessages(locale).account }} />
}

/** Renders a sign-in screen with the policy that the sign-in service needs; the 404 page if sign-in is off. */
export function renderSignInScreen(screen: (siteUrl: string) => ReactNode): ReactNode {
  const { signIn, locale, siteUrl } = getEnv()
  const messages = getSiteMessages(locale)
  // The server draws the screens of other providers.
  const isOff = signIn === undefined || hasOwnScreens(signIn)
  reportPage(isOff ? { status: 404 } : { signIn: signIn.origins })
  if (isOff) return <ErrorScreen status={404} messages={messages} />
  return (
    <AccountLayout title={messages.signIn} link={{ href: '/', label: messages.home }}>
      {screen(siteUrl)}
    </AccountLayout>
  )
}

/** The screens of signed-in users, by their paths. */
type UserScreen = 'account' | 'organization'

/** Returns the metadata of a screen for signed-in users. */
export function getUserScreenMetadata(name: UserScreen): Metadata {
  return { title: getSiteMessages(getEnv().locale)[name], robots: { index: false } }
}

/** Renders a screen for signed-in users. Redirects others to sign-in. */
export async function renderUserScreen(name: UserScreen, screen: ReactNode): Promise<ReactNode> {
  const env = getEnv()
  const { signIn, locale } = env
  if (signIn === undefined || hasOwnScreens(signIn)) notFound()
  const { signedIn } = await getViewer()
  if (!signedIn) redirect(getSignInAddress(`/${name}`))
  const messages = getSiteMessages(locale)
  return (
    <AccountLayout title={messages[name]} link={{ href: addBasePath('/members'), label: messages.membersSite }}>
      {screen}
      {name === 'account' && hasPersonalAddresses(env) && (
        <p>
          <a href={addBasePath(`/${PERSONAL_ACCESS}`)}>{messages.personal.title}</a>
        </p>
      )}
    </AccountLayout>
  )
}
