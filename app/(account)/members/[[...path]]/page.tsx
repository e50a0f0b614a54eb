import type { Metadata } from 'next'
import { refuseMembersPage, renderMembersBar } from '@/app/account-screen'
import { getPathname, type PathProps, ScreenView } from '@/app/screen'
import { getViewer } from '@/lib/auth/viewer'
import { getMemberMetadata } from '@/lib/screens/metadata'
import { openScreen } from '@/lib/screens/open-screen'
import { mayRead } from '@/lib/site/access'

export const dynamic = 'force-dynamic'

type Props = PathProps & { searchParams: Promise<{ wrong?: string | string[] }> }

export async function generateMetadata(props: Props): Promise<Metadata> {
  const viewer = await getViewer()
  return viewer.signedIn ? getMemberMetadata(await openScreen(await getPathname(props, '/members'), viewer)) : {}
}

/** Renders any page that the viewer may read, for that viewer. Deleted, missing and forbidden pages return the same response. */
export default async function MembersPage(props: Props) {
  const viewer = await getViewer()
  const pathname = await getPathname(props, '/members')
  if (!viewer.signedIn) return refuseMembersPage(viewer, pathname)
  const screen = await openScreen(pathname, viewer)
  const isForbidden = screen.kind === 'page' && !mayRead(screen.page.access, viewer)
  if (isForbidden || (screen.kind === 'error' && screen.status !== 503)) return refuseMembersPage(viewer, pathname)
  const isWrong = (await props.searchParams).wrong !== undefined
  return <ScreenView screen={screen} viewer={viewer} isWrong={isWrong} bar={await renderMembersBar()} />
}
