import type { Metadata } from 'next'
import { renderError } from '@/app/error-response'
import { PageList } from '@/components/site/page-list'
import { ViewContent } from '@/components/site/screens/view-content'
import { InLanguage } from '@/components/ui/in-language'
import { getMetadata } from '@/lib/page/routes/metadata'
import { openAddress, type PathParams } from '@/lib/page/routes/page-address'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

type Props = { params: PathParams }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { ...getMetadata(await openAddress(params)), robots: { index: false } }
}

/** The body of a page without chrome, for iframes and other tools. */
export default async function PlainPage({ params }: Props) {
  const address = await openAddress(params)
  switch (address.kind) {
    case 'page': {
      const { fullWidth, language, direction, locale } = address.view
      return (
        <main className="page" lang={language} dir={direction} data-full-width={fullWidth || undefined}>
          <InLanguage locale={locale}>
            <ViewContent view={address.view} withoutEnd />
          </InLanguage>
        </main>
      )
    }
    case 'home':
      return (
        <main className="page">
          <PageList pages={address.pages} />
        </main>
      )
    default:
      return renderError(address, '/plain')
  }
}
