import { Collection } from '@/islands/collection/collection'
import type { BlockProps } from './block-props'
import { Island } from './islands'

export function CollectionBlock({ block: { data } }: BlockProps<'collection'>) {
  return data.views.length === 0 ? null : (
    <Island name="collection" className="collection" properties={data}>
      <Collection data={data} />
    </Island>
  )
}

/** A list of posts in place of their database. */
export function Posts({ block }: BlockProps<'posts'>) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered it
  return <div dangerouslySetInnerHTML={{ __html: block.html }} />
}
