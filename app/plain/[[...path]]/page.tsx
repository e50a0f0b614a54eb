import type { Metadata } from 'next'
import { getPathname, type PathProps, PlainScreen } from '@/app/screen'
import { getMetadata } from '@/lib/screens/metadata'
import { openScreen } from '@/lib/screens/open-screen'
import { PUBLIC } from '@/lib/site/access'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

export async function generateMetadata(props: PathProps): Promise<Metadata> {
  const screen = await openScreen(await getPathname(props, '/plain'), PUBLIC)
  return { ...getMetadata(screen), robots: { index: false } }
}

/** The body of a page without chrome, for iframes and other tools. */
export default async function PlainPage(props: PathProps) {
  return <PlainScreen screen={await openScreen(await getPathname(props, '/plain'), PUBLIC)} />
}
