import { NotionRenderer, useNotionContext } from 'react-notion-x'
import { RichText } from '@/components/ui/rich-text'
import type { PreparedText } from '@/lib/page/prepared-text'
import type { LanguageAttributes } from './prepared-block'

/** Returns the class names of a block and of its color. */
export function classes(name: string, color: string | undefined): string {
  return color === undefined ? name : `${name} notion-${color}`
}

/** Returns the HTML attributes of a block with text. */
export const getTextAttributes = ({ id, lang, dir }: LanguageAttributes & { id?: string }) => ({ id, lang, dir })

export function Caption({ text }: { text: PreparedText | undefined }) {
  return text ? (
    <figcaption>
      <RichText text={text} />
    </figcaption>
  ) : null
}

/** Passes the child blocks of one of our own blocks back to react-notion-x, which renders them. */
export function Children({ ids }: { ids: string[] | undefined }) {
  const { recordMap, components } = useNotionContext()
  return ids?.map((id) => (
    <NotionRenderer
      key={id}
      recordMap={recordMap}
      components={components}
      blockId={id}
      hideBlockId
      isImageZoomable={false}
    />
  ))
}
