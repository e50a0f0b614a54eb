import { NotionRenderer, useNotionContext } from 'react-notion-x'

/** The blocks inside one of our own: handed back to the renderer, which goes on walking there. */
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
