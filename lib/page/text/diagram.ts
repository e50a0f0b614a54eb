import 'server-only'
import type { RenderOptions } from 'beautiful-mermaid'
import { LIMITS } from '../../workspace/budget'
import { estimateDiagramWork, isDiagram, type ReadDiagram, readDiagram } from '../../workspace/diagrams'
import type { StoredPage } from '../../workspace/stored'
import type { ViewContext } from '../view-context'

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
 * an unsupported type, an error, a drawing that lacks something, or a diagram beyond the budgets. The caller has awaited {@link loadDiagrams}.
 */
export function drawDiagram(source: string, id: string, { budgets }: Pick<ViewContext, 'budgets'>) {
  const diagram = readDiagram(source)
  if (diagram === undefined || renderDiagram === undefined) return undefined
  if (budgets?.diagrams.spend(estimateDiagramWork(diagram.lines)) === false) return undefined
  try {
    // The renderer decodes entities once, which could produce characters that cleaning removed from the text.
    const drawing = renderDiagram(diagram.lines.join('\n').replaceAll('&', '&amp;'), { padding: 8 })
    if (!isCompleteDrawing(drawing, diagram)) return undefined
    return cleanDrawing(drawing.replace(HIDDEN_DIAMOND, '$1"12"'), id)
  } catch {
    // Browsers draw it on request.
    return undefined
  }
}

const TEXT = /<text[^>]*>(.*?)<\/text>/gs
const ARROW = /class="(?:edge|message|(?:class|er)-relationship)"/g
const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** Whether a drawing has all texts of its source, each as often as there, and as many arrows. */
export function isCompleteDrawing(drawing: string, { texts, arrows }: Omit<ReadDiagram, 'lines'>): boolean {
  if ((drawing.match(ARROW)?.length ?? 0) !== arrows) return false
  const drawn = [...drawing.matchAll(TEXT)].map(([, content = '']) =>
    normalizeText(
      content.replace(/<[^>]*>/g, '').replace(/&(\w+|#39);/g, (entity, name: string) => CHARACTERS[name] ?? entity),
    ),
  )
  return texts.map(normalizeText).every((text) => {
    const at = drawn.indexOf(text)
    if (at >= 0) drawn.splice(at, 1)
    return at >= 0
  })
}

/** Lines of a text are separate in a drawing, and quotation marks around it are not drawn. */
const normalizeText = (text: string): string => text.replace(/<br ?\/?>|\\n|\s+/g, '').replace(/^"(.*)"$/, '$1')

const ELEMENTS: ReadonlySet<string> = new Set(
  'svg g defs marker polygon polyline line path rect circle ellipse text tspan'.split(' '),
)
/** Left out with their content: the site's own style sheet has the colors, and the renderer's would load fonts of another site. */
const OMITTED: ReadonlySet<string> = new Set(['style', 'title'])
/** Sizes and positions: numbers, words such as `middle`, and the commands of paths and transforms. */
const MEASURES: ReadonlySet<string> = new Set(
  (
    'viewBox width height x y x1 y1 x2 y2 cx cy r rx ry points d dx dy transform font-size font-weight font-style text-anchor ' +
    'text-decoration stroke-width stroke-dasharray stroke-linejoin stroke-linecap markerWidth markerHeight refX refY orient'
  ).split(' '),
)
const MEASURE = /^[\w\s.,()+-]*$/
/** Only colors of the theme: those of an author would be unreadable in the other theme. */
const COLOR = /^(?:var\(--_?[a-z-]+\)|none|transparent)$/
const MARKER = /^url\(#([\w-]+)\)$/

const TOKEN = /<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|[^<]+/y
const ATTRIBUTE = /([\w:-]+)="([^"<]*)"/g

/**
 * Returns a drawing with only known elements and attributes. `id` begins all ids, so that they are unique on a page.
 * @throws Error if there is anything else, such as a script, a link or foreign content, or if the drawing is too large
 */
export function cleanDrawing(svg: string, id: string): string {
  if (svg.length > LIMITS.drawing) throw new Error('The drawing is too large')
  let clean = ''
  let omitted: string | undefined
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < svg.length) {
    const token = TOKEN.exec(svg)
    if (token === null) throw new Error('The drawing is malformed')
    const [text, closing = '', name, attributes = '', empty = ''] = token
    if (omitted !== undefined) {
      if (closing && name === omitted) omitted = undefined
    } else if (name === undefined) {
      clean += text.trim() === '' ? '' : text
    } else if (OMITTED.has(name)) {
      if (!closing && !empty) omitted = name
    } else if (ELEMENTS.has(name)) {
      clean += closing ? `</${name}>` : `<${name}${cleanAttributes(attributes, id)}${empty}>`
    } else throw new Error(`The drawing has an element "${name}"`)
  }
  return clean
}

function cleanAttributes(attributes: string, id: string): string {
  let clean = ''
  for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
    const kept = cleanValue(name, value, id)
    if (kept !== undefined) clean += ` ${name}="${kept}"`
  }
  return clean
}

function cleanValue(name: string, value: string, id: string): string | undefined {
  if (/NaN|Infinity/.test(value)) throw new Error('The drawing has no size')
  // Two digits are exact enough, and far shorter.
  if (MEASURES.has(name) && MEASURE.test(value)) return value.replace(/\d+\.\d{3,}/g, (number) => `${round(number)}`)
  if ((name === 'fill' || name === 'stroke') && COLOR.test(value)) return value
  if (name === 'id' && /^[\w-]+$/.test(value)) return `${id}-${value}`
  const marker = name === 'marker-start' || name === 'marker-end' ? MARKER.exec(value)?.[1] : undefined
  if (marker !== undefined) return `url(#${id}-${marker})`
  return name === 'class' && value === 'mono' ? value : undefined
}

const round = (number: string) => Math.round(Number(number) * 100) / 100
