import type { Metadata } from 'next'
import { renderList } from '@/app/list-page'
import { getListMetadata } from '@/lib/page/routes/metadata'

export const revalidate = 86_400
export const dynamicParams = true
export const generateStaticParams = () => []

type Props = { params: Promise<{ number?: string[] }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return getListMetadata(await pathIn(params))
}

/** The public pages with a date, by year. */
export default async function Page({ params }: Props) {
  return renderList(await pathIn(params))
}

async function pathIn(params: Props['params']): Promise<string> {
  const { number = [] } = await params
  return ['archive', ...number].join('/')
}
