import type { Metadata } from 'next'
import { renderError } from '@/app/error-response'
import { preloadFonts } from '@/app/preload-fonts'
import { StructuredData } from '@/app/structured-data'
import { Home } from '@/components/site/screens/home'
import { ListScreen } from '@/components/site/screens/list-screen'
import { SitePage } from '@/components/site/screens/site-page'
import { UnlockScreen } from '@/components/site/screens/unlock-screen'
import { getBasePath } from '@/lib/base-path'
import { getEnv } from '@/lib/env'
import { getMarkdownUrl } from '@/lib/formats/urls'
import { getSiteMessages } from '@/lib/messages/parts/site'
import { openPageOrList } from '@/lib/page/routes/list-address'
import { openLock } from '@/lib/page/routes/lock-address'
import { getLockMetadata, getMetadata } from '@/lib/page/routes/metadata'
import type { PathParams } from '@/lib/page/routes/page-address'
import { PUBLIC } from '@/lib/site/access'
import { getViewerAddress } from '@/lib/site/site'

// Pages are rendered on first request. `lib/cache` decides how long they are valid.
export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

type Props = { params: PathParams }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const lock = await openLock(params)
  return lock ? getLockMetadata(lock) : getMetadata(await openPageOrList(params))
}

/** Any public page, the form of a page with a password, the home page, or a list of pages. */
export default async function Page({ params }: Props) {
  const { omittedFormats } = getEnv()
  const lock = await openLock(params)
  if (lock) return <UnlockScreen lock={lock} messages={getSiteMessages(lock.chrome.locale)} />
  const address = await openPageOrList(params)
  switch (address.kind) {
    case 'page': {
      const { chrome, page, view } = address
      await preloadFonts(view.fonts)
      return (
        <>
          <StructuredData address={address} />
          <SitePage
            chrome={chrome}
            view={view}
            path={getViewerAddress(page.path, PUBLIC)}
            markdown={omittedFormats.includes('markdown') ? undefined : getMarkdownUrl(getBasePath(), page.path)}
            messages={getSiteMessages(chrome.locale)}
          />
        </>
      )
    }
    case 'home': {
      const { chrome, site, pages } = address
      return (
        <>
          <StructuredData address={address} />
          <Home
            chrome={chrome}
            description={site.index.description}
            pages={pages}
            messages={getSiteMessages(chrome.locale)}
          />
        </>
      )
    }
    case 'list':
      return (
        <ListScreen chrome={address.chrome} view={address.view} messages={getSiteMessages(address.chrome.locale)} />
      )
    default:
      return renderError(address)
  }
}
