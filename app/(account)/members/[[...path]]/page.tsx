import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { getPathname, type PathProps, ScreenView } from '@/app/screen'
import { ForbiddenScreen } from '@/components/account/forbidden-screen'
import { MembersBar } from '@/components/account/members-bar'
import { getSignInAddress } from '@/lib/auth/routes'
import { getViewer } from '@/lib/auth/viewer'
import { getMemberMetadata } from '@/lib/screens/metadata'
import { openScreen } from '@/lib/screens/open-screen'
import { getEnv } from '@/lib/settings/env'
import { mayRead } from '@/lib/site/access'
import { getSiteMessages } from '@/messages/languages'

export const dynamic = 'force-dynamic'

type Props = PathProps & { searchParams: Promise<{ wrong?: string | string[] }> }

export async function generateMetadata(props: Props): Promise<Metadata> {
  const viewer = await getViewer()
  return viewer.signedIn ? getMemberMetadata(await openScreen(await getPathname(props, '/members'), viewer)) : {}
}

/** Renders any page that the viewer may read, for that viewer. Deleted, missing and forbidden pages return the same response. */
export default async function MembersPage(props: Props) {
  const { signIn, locale } = getEnv()
  if (signIn === undefined) notFound()
  const viewer = await getViewer()
  const pathname = await getPathname(props, '/members')
  if (!viewer.signedIn) redirect(getSignInAddress(pathname))
  const screen = await openScreen(pathname, viewer)
  const isForbidden =
    (screen.kind === 'error' && screen.status !== 503) ||
    (screen.kind === 'page' && !mayRead(screen.page.access, viewer))
  if (isForbidden) return <ForbiddenScreen messages={getSiteMessages(locale)} />
  const isWrong = (await props.searchParams).wrong !== undefined
  return <ScreenView screen={screen} viewer={viewer} isWrong={isWrong} bar={<MembersBar />} />
}
