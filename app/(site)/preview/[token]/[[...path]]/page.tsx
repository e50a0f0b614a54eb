import type { Metadata } from 'next'
import { ScreenView } from '@/app/screen'
import { PreviewBar } from '@/components/site/preview-bar'
import { getOpenPreview } from '@/lib/auth/viewer'
import { addBasePath } from '@/lib/base-path'
import { formatMomentLabel } from '@/lib/page/text/date-label'
import { PREVIEW } from '@/lib/routes'
import { getMemberMetadata } from '@/lib/screens/metadata'
import { openScreen } from '@/lib/screens/open-screen'
import { PUBLIC } from '@/lib/site/access'
import { getPagePath } from '@/lib/site/site'
import { getSiteMessages } from '@/messages/languages'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ token: string; path?: string[] }> }

async function openPreview({ params }: Props) {
  const { token, path = [] } = await params
  const { viewer = PUBLIC, expires = 0 } = (await getOpenPreview(decodeURIComponent(token))) ?? {}
  return { viewer, expires, screen: await openScreen(['', PREVIEW, token, ...path].join('/'), viewer) }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return getMemberMetadata((await openPreview(props)).screen)
}

/** A draft for the holder of a preview link. `middleware.ts` handles all other paths. */
export default async function PreviewPage(props: Props) {
  const { viewer, expires, screen } = await openPreview(props)
  const bar = screen.kind === 'page' && (
    <PreviewBar
      expires={formatMomentLabel(expires, screen.chrome.locale)}
      version={screen.page.version}
      address={addBasePath(`/api${getPagePath(screen.page, viewer)}.json`)}
      messages={getSiteMessages(screen.chrome.locale)}
    />
  )
  return <ScreenView screen={screen} viewer={viewer} notice={bar} />
}
