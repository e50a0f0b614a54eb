import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { preloadFonts } from '@/app/preload-fonts'
import { ForbiddenScreen } from '@/components/account/forbidden-screen'
import { MembersBar } from '@/components/account/members-bar'
import { ErrorScreen } from '@/components/site/screens/error-screen'
import { Home } from '@/components/site/screens/home'
import { ListScreen } from '@/components/site/screens/list-screen'
import { SitePage } from '@/components/site/screens/site-page'
import { UnlockScreen } from '@/components/site/screens/unlock-screen'
import { getSignInAddress } from '@/lib/auth/routes'
import { getViewer } from '@/lib/auth/viewer'
import { getEnv } from '@/lib/env'
import { explainNotPublic } from '@/lib/formats/findings'
import { getMarkdownUrl } from '@/lib/formats/urls'
import { getSiteMessages } from '@/lib/messages/parts/site'
import { openPageOrList } from '@/lib/page/routes/list-address'
import { openLock } from '@/lib/page/routes/lock-address'
import { getLockMetadata, getMemberMetadata } from '@/lib/page/routes/metadata'
import type { PathParams } from '@/lib/page/routes/page-address'
import { mayRead, PUBLIC } from '@/lib/site/access'
import { getViewerAddress, getViewerPath } from '@/lib/site/site'
import { getNotionUrl } from '@/lib/workspace/ids'

export const dynamic = 'force-dynamic'

type Props = { params: PathParams; searchParams: Promise<{ wrong?: string | string[] }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const viewer = await getViewer()
  if (!viewer.signedIn) return {}
  const lock = await openLock(params, viewer)
  return lock ? getLockMetadata(lock) : getMemberMetadata(await openPageOrList(params, viewer))
}

/** Renders any page that the viewer may read, for that viewer. */
export default async function MembersPage({ params, searchParams }: Props) {
  const { signIn, locale } = getEnv()
  if (signIn === undefined) notFound()
  const viewer = await getViewer()
  const { path = [] } = await params
  if (!viewer.signedIn) redirect(getSignInAddress(['/members', ...path].join('/')))
  const lock = await openLock(params, viewer)
  if (lock) {
    const isWrong = (await searchParams).wrong !== undefined
    const messages = getSiteMessages(lock.chrome.locale)
    return <UnlockScreen lock={lock} isWrong={isWrong} messages={messages} bar={<MembersBar />} />
  }
  const address = await openPageOrList(params, viewer)
  const messages = getSiteMessages('chrome' in address ? address.chrome.locale : locale)
  switch (address.kind) {
    case 'page': {
      const { chrome, page, view } = address
      await preloadFonts(view.fonts)
      return (
        <SitePage
          chrome={chrome}
          view={view}
          path={getViewerAddress(page.path, viewer)}
          markdown={mayRead(page.access, PUBLIC) ? getMarkdownUrl('', page.path) : undefined}
          edit={viewer.role === 'editor' ? getNotionUrl(page.id) : undefined}
          messages={messages}
          bar={<MembersBar />}
          notice={explainNotPublic(page.access, messages.locale)}
        />
      )
    }
    case 'home': {
      const { chrome, site, pages } = address
      const { description } = site.index
      return <Home chrome={chrome} description={description} pages={pages} messages={messages} bar={<MembersBar />} />
    }
    case 'list':
      return <ListScreen chrome={address.chrome} view={address.view} messages={messages} bar={<MembersBar />} />
    case 'redirect':
      return redirect(getViewerPath(address.path, viewer))
    case 'error':
      // Deleted, missing and forbidden pages return the same response.
      return address.status === 503 ? (
        <ErrorScreen status={503} messages={messages} />
      ) : (
        <ForbiddenScreen messages={messages} />
      )
  }
}
