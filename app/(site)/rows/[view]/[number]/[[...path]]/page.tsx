import type { Metadata } from 'next'
import { renderError } from '@/app/error-response'
import { RowsScreen } from '@/components/site/screens/rows-screen'
import { getSiteMessages } from '@/lib/messages/parts/site'
import { getRowsMetadata } from '@/lib/page/routes/metadata'
import { openRows, type RowsParams } from '@/lib/page/routes/rows-address'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

type Props = { params: RowsParams }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return getRowsMetadata(await openRows(params))
}

/** All rows of a view in numbered pages, for visitors without script and for search engines. */
export default async function RowsPage({ params }: Props) {
  const address = await openRows(params)
  if (address.kind !== 'rows') return renderError(address)
  return <RowsScreen {...address} messages={getSiteMessages(address.chrome.locale)} />
}
