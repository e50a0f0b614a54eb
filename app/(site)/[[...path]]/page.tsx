import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { openAddress, type PathParams } from '@/app/site-address'
import { chromeOf } from '@/app/site-chrome'
import { metadataOf } from '@/app/site-metadata'
import { ErrorScreen } from '@/components/site/error-screen'
import { Home } from '@/components/site/home'
import { SitePage } from '@/components/site/site-page'
import { getEnv } from '@/lib/env'
import { messagesFor } from '@/lib/messages/messages'
import { PUBLIC } from '@/lib/site/access'

// Pages are made when they are first asked for, and kept as long as the cache finds them current.
export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

type Props = { params: PathParams }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return metadataOf(await openAddress(params))
}

/** Every public page, and the home page. */
export default async function Page({ params }: Props) {
  const address = await openAddress(params)
  const messages = messagesFor(getEnv().locale)
  switch (address.kind) {
    case 'page': {
      const { site, page, view } = address
      return <SitePage chrome={chromeOf(site, PUBLIC)} view={view} path={`/${page.path}`} messages={messages} />
    }
    case 'home': {
      const { index } = address.site
      const pages = index.navigation.flatMap((id) => address.site.page(id, PUBLIC) ?? [])
      return (
        <Home
          chrome={chromeOf(address.site, PUBLIC)}
          description={index.description}
          pages={pages.map(({ path, title, icon, description }) => ({ path: `/${path}`, title, icon, description }))}
          messages={messages}
        />
      )
    }
    case 'redirect':
      return permanentRedirect(encodeURI(`/${address.path}`))
    case 'missing':
      return notFound()
    case 'gone':
      return <ErrorScreen status={410} messages={messages} />
    case 'unavailable':
      return <ErrorScreen status={503} messages={messages} />
  }
}
