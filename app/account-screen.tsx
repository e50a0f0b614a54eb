import 'server-only'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { AccountFrame } from '@/components/account/account-frame'
import { ErrorScreen } from '@/components/site/screens/error-screen'
import { signInAddress } from '@/lib/auth/routes'
import { getViewer } from '@/lib/auth/viewer'
import { reportPage } from '@/lib/cache/rendered-page'
import { getEnv } from '@/lib/env'
import { messagesFor } from '@/lib/messages/parts/site'
import { metadataOf } from '@/lib/page/routes/metadata'

/** The head of a screen that is the same for all visitors. */
export function metadataOfScreen(): Metadata {
  const { signIn, locale } = getEnv()
  if (signIn === undefined) return metadataOf({ kind: 'error', status: 404 })
  return { title: messagesFor(locale).signIn, robots: { index: false } }
}

/** The head of the page for what one may not read, and for what there is not. */
export function metadataOfForbidden(): Metadata {
  return metadataOf({ kind: 'error', status: getEnv().signIn === undefined ? 404 : 403 })
}

/** A screen for signing in, with the policy that the sign-in service needs; a missing page if there is no sign-in. */
export function openScreen(screen: (siteUrl: string) => ReactNode): ReactNode {
  const { signIn, locale, siteUrl } = getEnv()
  const messages = messagesFor(locale)
  reportPage(signIn === undefined ? { status: 404 } : { signIn: signIn.origins })
  if (signIn === undefined) return <ErrorScreen status={404} messages={messages} />
  return (
    <AccountFrame title={messages.signIn} way={{ href: '/', label: messages.home }}>
      {screen(siteUrl)}
    </AccountFrame>
  )
}

/** What belongs to whoever is signed in: each has a screen, under this address. */
type Own = 'account' | 'organization'

/** The head of a screen for whoever is signed in. */
export function metadataOfOwnScreen(own: Own): Metadata {
  return { title: messagesFor(getEnv().locale)[own], robots: { index: false } }
}

/** A screen for whoever is signed in; all others sign in first. */
export async function openOwnScreen(own: Own, screen: ReactNode): Promise<ReactNode> {
  const { signIn, locale } = getEnv()
  if (signIn === undefined) notFound()
  const { signedIn } = await getViewer()
  if (!signedIn) redirect(signInAddress(`/${own}`))
  const messages = messagesFor(locale)
  return (
    <AccountFrame title={messages[own]} way={{ href: '/members', label: messages.membersSite }}>
      {screen}
    </AccountFrame>
  )
}
