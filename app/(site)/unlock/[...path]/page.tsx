import type { Metadata } from 'next'
import { getPathname, type PathProps, ScreenView } from '@/app/screen'
import { getUnlockedViewer } from '@/lib/auth/viewer'
import { UNLOCK } from '@/lib/routes'
import { getMemberMetadata } from '@/lib/screens/metadata'
import { openScreen } from '@/lib/screens/open-screen'

export const dynamic = 'force-dynamic'

type Props = PathProps & { searchParams: Promise<{ wrong?: string | string[] }> }

export async function generateMetadata(props: Props): Promise<Metadata> {
  return getMemberMetadata(await openScreen(await getPathname(props, `/${UNLOCK}`), await getUnlockedViewer()))
}

/** A page with a password for a visitor who has given it, or the form. `middleware.ts` handles all other paths. */
export default async function UnlockedPage(props: Props) {
  const viewer = await getUnlockedViewer()
  const screen = await openScreen(await getPathname(props, `/${UNLOCK}`), viewer)
  const isWrong = (await props.searchParams).wrong !== undefined
  return <ScreenView screen={screen} viewer={viewer} isWrong={isWrong} />
}
