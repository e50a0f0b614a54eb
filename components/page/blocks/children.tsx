import { NotionRenderer, useNotionContext } from 'react-notion-x'

/** The child blocks of one of our own blocks, which the renderer draws. */
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
