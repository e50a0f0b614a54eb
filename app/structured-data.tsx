import 'server-only'
import { getEnv } from '@/lib/env'
import { articleData, jsonLd, siteData } from '@/lib/formats/structured-data'
import type { SiteAddress } from '@/lib/page/routes/page-address'

/** What an address tells search engines, for programs alone. */
export function StructuredData({ address }: { address: SiteAddress }) {
  return dataOf(address).map((data, index) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing ends the element
    // biome-ignore lint/suspicious/noArrayIndexKey: always in this order, and the data itself would be sent once more
    <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: data }} />
  ))
}

function dataOf(address: SiteAddress): string[] {
  if (address.kind !== 'page' && address.kind !== 'home') return []
  const { siteUrl } = getEnv()
  const { title } = address.chrome.home
  const isHome = address.kind === 'home' || address.page.path === ''
  return (isHome ? siteData(title, siteUrl) : articleData(address.page, address.view.ancestors, title, siteUrl)).map(
    jsonLd,
  )
}
