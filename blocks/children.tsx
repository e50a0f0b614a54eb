import { NotionRenderer, useNotionContext } from 'react-notion-x'

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
