import type { Metadata } from 'next'
import { getPathname, type PathProps, ScreenView } from '@/app/screen'
import { getMetadata } from '@/lib/screens/metadata'
import { openScreen } from '@/lib/screens/open-screen'
import { PUBLIC } from '@/lib/site/access'

// Pages are rendered on first request. `lib/cache` decides how long they are valid.
export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

export async function generateMetadata(props: PathProps): Promise<Metadata> {
  return getMetadata(await openScreen(await getPathname(props), PUBLIC))
}

/** Any public page, the form of a page with a password, the home page, or a list of pages. */
export default async function Page(props: PathProps) {
  return <ScreenView screen={await openScreen(await getPathname(props), PUBLIC)} />
}
