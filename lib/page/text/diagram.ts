import 'server-only'
import type { RenderOptions } from 'beautiful-mermaid'
import { estimateDiagramWork, isDiagram, readDiagram } from '../../workspace/diagrams'
import type { StoredPage } from '../../workspace/stored'
import type { ViewContext } from '../view-context'
import { cleanDrawing } from './clean-drawing'

/** The renderer places the diamonds of compositions and aggregations below the box of the class. They are 12 wide. */
const HIDDEN_DIAMOND = /(<marker id="cls-(?:composition|aggregation)"[^>]* refX=)"0"/g

let renderDiagram: ((source: string, options: RenderOptions) => string) | undefined

/** Loads the renderer if the page has a diagram. Most pages have none, and the renderer takes 0.3 s and 58 MB (decision 50). */
export async function loadDiagrams({ blocks }: StoredPage): Promise<void> {
  const isNeeded = Object.values(blocks).some(
    ({ type, properties }) => type === 'code' && isDiagram(properties.language?.[0]?.[0]),
  )
  if (isNeeded && renderDiagram === undefined) renderDiagram = (await import('beautiful-mermaid')).renderMermaidSVG
}

/**
 * Returns a Mermaid diagram as SVG without ids, links and scripts of its own; `id` begins its ids. Returns undefined if it cannot be drawn:
 * an unsupported type, an error, or a diagram beyond the budgets. The caller has awaited {@link loadDiagrams}.
 */
export function drawDiagram(source: string, id: string, { budgets, note }: Pick<ViewContext, 'budgets' | 'note'>) {
  const lines = readDiagram(source)
  if (lines === undefined || renderDiagram === undefined) return undefined
  if (budgets?.diagrams.spend(estimateDiagramWork(lines)) === false) return undefined
  try {
    // The renderer decodes entities once, which could produce characters that cleaning removed from the text.
    const drawing = renderDiagram(lines.join('\n').replaceAll('&', '&amp;'), { padding: 8 })
    return cleanDrawing(drawing.replace(HIDDEN_DIAMOND, '$1"12"'), id)
  } catch (error) {
    note?.(`A diagram was not drawn: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}
