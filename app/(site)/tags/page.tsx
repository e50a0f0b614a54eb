import type { Metadata } from 'next'
import { renderList } from '@/app/list-page'
import { getListMetadata } from '@/lib/page/routes/metadata'

export const revalidate = 86_400

export async function generateMetadata(): Promise<Metadata> {
  return getListMetadata('tags')
}

/** All tags of public pages. */
export default async function Page() {
  return renderList('tags')
}
