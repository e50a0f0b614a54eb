import 'server-only'
import { createArticleData, createSiteData, serializeJsonLd } from '@/lib/formats/structured-data'
import type { Screen } from '@/lib/screens/open-screen'
import { getEnv } from '@/lib/settings/env'
import { isHomePage } from '@/lib/site/languages/languages'

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
          authors: screen.view.authors,
        })
  return data.map(serializeJsonLd)
}
