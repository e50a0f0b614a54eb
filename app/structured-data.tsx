import 'server-only'
import { getEnv } from '@/lib/env'
import { createArticleData, createSiteData, serializeJsonLd } from '@/lib/formats/structured-data'
import type { SiteAddress } from '@/lib/page/routes/page-address'
import { isHomePage } from '@/lib/site/languages/languages'

/** The structured data of a page for search engines. */
export function StructuredData({ address }: { address: SiteAddress }) {
  return getData(address).map((data, index) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot end the element
    // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and a key from the data would be sent twice
    <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: data }} />
  ))
}

function getData(address: SiteAddress): string[] {
  if (address.kind !== 'page' && address.kind !== 'home') return []
  const { siteUrl, omittedFormats } = getEnv()
  const { home, language } = address.chrome
  const { title } = home
  const path = address.kind === 'home' ? '' : address.page.path
  const data =
    address.kind === 'home' || isHomePage(address.page)
      ? createSiteData(title, siteUrl, language && { path, language: language.tag })
      : createArticleData(address.page, address.view.ancestors, title, siteUrl, {
          hasImage: !omittedFormats.includes('social'),
          authors: address.view.authors,
        })
  return data.map(serializeJsonLd)
}
