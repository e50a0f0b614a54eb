import 'server-only'
import { permanentRedirect, redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { PageList } from '@/components/site/page-list'
import { CommentsScreen } from '@/components/site/screens/comments-screen'
import { ErrorScreen } from '@/components/site/screens/error-screen'
import { Home } from '@/components/site/screens/home'
import { ListScreen } from '@/components/site/screens/list-screen'
import { PageStyles } from '@/components/site/screens/page-styles'
import { RowsScreen } from '@/components/site/screens/rows-screen'
import { SitePage } from '@/components/site/screens/site-page'
import { UnlockScreen } from '@/components/site/screens/unlock-screen'
import { ViewContent } from '@/components/site/screens/view-content'
import { addBasePath } from '@/lib/base-path'
import { explainNotPublic } from '@/lib/formats/findings'
import { createArticleData, createSiteData, serializeJsonLd } from '@/lib/formats/structured-data'
import { getCopyAddress } from '@/lib/screens/copy-address'
import type { Screen, ScreenOf } from '@/lib/screens/open-screen'
import { getEnv } from '@/lib/settings/env'
import { isPublicViewer, PUBLIC } from '@/lib/site/access'
import { isHomePage } from '@/lib/site/languages/languages'
import { getPagePath } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { getNotionUrl } from '@/lib/workspace/ids'
import { getSiteMessages } from '@/messages/languages'
import { PagePreloads } from './page-preloads'

/** The parameters of a route below which all paths are pages. The segments are still encoded. */
export interface PathProps {
  params: Promise<{ path?: string[] }>
}

/** Returns the path of a request from the segments of its route. */
export async function getPathname({ params }: PathProps, prefix = ''): Promise<string> {
  const { path = [] } = await params
  return `${prefix}/${path.join('/')}`
}

interface ScreenViewProps {
  screen: Screen
  viewer?: Viewer
  /** Whether the visitor just gave a wrong password. */
  isWrong?: boolean
  /** See `SiteLayout`. */
  bar?: ReactNode
  /** What is above a page for this viewer; by default a note if only editors can read it. */
  notice?: ReactNode
}

/** What a path shows to a viewer, with the site around it. */
export function ScreenView({ screen, viewer = PUBLIC, isWrong, bar, notice }: ScreenViewProps) {
  const messages = getSiteMessages('chrome' in screen ? screen.chrome.locale : getEnv().locale)
  switch (screen.kind) {
    case 'page':
      return <PageScreen screen={screen} viewer={viewer} bar={bar} notice={notice} />
    case 'home': {
      const { chrome, site, pages } = screen
      return (
        <>
          {isPublicViewer(viewer) && <StructuredData screen={screen} />}
          <Home chrome={chrome} description={site.index.description} pages={pages} messages={messages} bar={bar} />
        </>
      )
    }
    case 'list':
      return <ListScreen chrome={screen.chrome} view={screen.view} messages={messages} bar={bar} />
    case 'rows':
      return <RowsScreen screen={screen} messages={messages} />
    case 'comments':
      return <CommentsScreen screen={screen} messages={messages} />
    case 'lock':
      return <UnlockScreen lock={screen} isWrong={isWrong} messages={messages} bar={bar} />
    case 'redirect':
      return isPublicViewer(viewer) ? permanentRedirect(screen.to) : redirect(screen.to)
    case 'error':
      return <ErrorScreen status={screen.status} messages={messages} />
  }
}

type PageScreenProps = Pick<ScreenViewProps, 'bar' | 'notice'> & { screen: ScreenOf<'page'>; viewer: Viewer }

function PageScreen({ screen, viewer, bar, notice }: PageScreenProps) {
  const { chrome, page, view, comments } = screen
  const messages = getSiteMessages(chrome.locale)
  const reason = viewer.signedIn ? explainNotPublic(page.access, messages.locale) : undefined
  return (
    <>
      <PagePreloads view={view} />
      {isPublicViewer(viewer) && <StructuredData screen={screen} />}
      <SitePage
        chrome={chrome}
        view={view}
        comments={comments}
        path={addBasePath(getPagePath(page, viewer))}
        markdown={getCopyAddress(page, viewer)}
        edit={viewer.role === 'editor' ? getNotionUrl(page.id) : undefined}
        messages={messages}
        bar={bar}
        notice={notice ?? (reason && <p className="site-notice">{reason}</p>)}
      />
    </>
  )
}

/** The body of a page without the site around it, for iframes and other tools. */
export function PlainScreen({ screen }: { screen: Screen }) {
  if (screen.kind === 'home') {
    return (
      <main className="page">
        <PageList pages={screen.pages} />
      </main>
    )
  }
  if (screen.kind !== 'page') return <ScreenView screen={screen} />
  const { fullWidth, language, direction } = screen.view
  return (
    <main className="page" lang={language} dir={direction} data-full-width={fullWidth || undefined}>
      <PagePreloads view={screen.view} />
      <PageStyles styles={screen.view.styles} />
      <ViewContent view={screen.view} withoutEnd />
    </main>
  )
}

/** The structured data of a page for search engines. */
export function StructuredData({ screen }: { screen: Screen }) {
  return getData(screen).map((data, index) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot end the element
    // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and a key from the data would be sent twice
    <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: data }} />
  ))
}

function getData(screen: Screen): string[] {
  if (screen.kind !== 'page' && screen.kind !== 'home') return []
  const { siteUrl, omittedFormats } = getEnv()
  const { home, language } = screen.chrome
  const { title } = home
  const path = screen.kind === 'home' ? '' : screen.page.path
  const data =
    screen.kind === 'home' || isHomePage(screen.page)
      ? createSiteData(title, siteUrl, language && { path, language: language.tag })
      : createArticleData(screen.page, screen.view.ancestors, title, siteUrl, {
          hasImage: !omittedFormats.includes('social'),
          image: screen.view.socialImage,
          authors: screen.view.authors,
          comments: screen.comments,
        })
  return data.map(serializeJsonLd)
}
