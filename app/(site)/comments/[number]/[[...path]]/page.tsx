import type { Metadata } from 'next'
import { getPathname, ScreenView } from '@/app/screen'
import { getMetadata } from '@/lib/screens/metadata'
import { openScreen } from '@/lib/screens/open-screen'
import { PUBLIC } from '@/lib/site/access'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

type Props = { params: Promise<{ number: string; path?: string[] }> }

async function open({ params }: Props) {
  const { number } = await params
  return openScreen(await getPathname({ params }, `/comments/${number}`), PUBLIC)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return getMetadata(await open(props))
}

/** All comments on a page in numbered pages. */
export default async function CommentsPage(props: Props) {
  return <ScreenView screen={await open(props)} />
}
