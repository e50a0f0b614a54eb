import type { Metadata } from 'next'
import { renderList } from '@/app/list-page'
import { getListMetadata } from '@/lib/page/routes/metadata'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

type Props = { params: Promise<{ tag: string; number?: string[] }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return getListMetadata(await pathIn(params))
}

/** The public pages of a tag. */
export default async function Page({ params }: Props) {
  return renderList(await pathIn(params))
}

async function pathIn(params: Props['params']): Promise<string> {
  const { tag, number = [] } = await params
  return ['tags', tag, ...number].join('/')
}
