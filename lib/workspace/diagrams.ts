import { LIMITS } from './budget'
import { createFlowRewriter, DIRECTION } from './flow-lines'

/** A type of diagram: its first line, and the lines that the renderer understands. It would leave out others without a sign. */
interface DiagramType {
  first: RegExp
  lines: readonly RegExp[]
  /** Opens a block whose lines are not checked, up to the closing brace. */
  body?: RegExp
  /** Returns a function that returns each other line as the renderer reads it. */
  createRewriter?(lines: readonly string[]): (line: string) => string | undefined
}

const NAME = '[\\w\\p{L}-]+'
const RELATION = /^\S+ (?:\|[|o]|\}[|o])(?:--|\.\.)(?:[|o]\||[|o]\{) \S+ ?: ?.+$/
const TYPES: readonly DiagramType[] = [
  {
    first: /^(?:graph|flowchart) (?:TD|TB|LR|BT|RL)$/i,
    lines: [],
    createRewriter: createFlowRewriter,
  },
  {
    first: /^stateDiagram(?:-v2)?$/i,
    lines: [
      DIRECTION,
      new RegExp(`^state (?:"[^"]+" as )?${NAME} ?\\{$`, 'u'),
      /^\}$/,
      new RegExp(`^state "[^"]+" as ${NAME}$`, 'u'),
      new RegExp(`^(?:\\[\\*\\]|${NAME}) ?--> ?(?:\\[\\*\\]|${NAME})(?: ?: ?.+)?$`, 'u'),
      new RegExp(`^${NAME} ?: ?.+$`, 'u'),
    ],
  },
  {
    first: /^sequenceDiagram$/i,
    lines: [
      /^participant \S+(?: as .+)?$/,
      /^Note (?:left of|right of|over) [^:]+: ?.+$/i,
      /^(?:loop|alt|opt|par|critical|break|else|and)\b/,
      /^end$/,
      /^[^\s:-]+ ?--?(?:>>?|[)x]) ?[+-]?[^\s:]+ ?: ?.+$/,
      // Without these the drawing has the same content.
      /^autonumber$|^(?:de)?activate \S+$/,
    ],
    // The name below the figure of an actor would overlap the first message.
    createRewriter: () => (line) =>
      /^actor \S+(?: as .+)?$/.test(line) ? line.replace('actor', 'participant') : undefined,
  },
  {
    first: /^classDiagram$/i,
    lines: [
      DIRECTION,
      /^class [^\s{]+$/,
      /^[^\s:]+ (?:"[^"]*" )?(?:<\|--|<\|\.\.|--\|>|\.\.\|>|\*--|--\*|o--|--o|<--|-->|<\.\.|\.\.>) (?:"[^"]*" )?[^\s:]+(?: ?: ?.+)?$/,
      /^[^\s:]+ ?: ?.+$/,
    ],
    body: /^class [^\s{]+ ?\{$/,
  },
  {
    first: /^erDiagram$/i,
    lines: [],
    // The renderer knows `}o` in the order of the other side only.
    createRewriter: () => (line) => (RELATION.test(line) ? line.replace(/^(\S+ )\}o/, '$1{o') : undefined),
    body: /^\S+ ?\{$/,
  },
]
/** Colors and links, which are left out: an author's colors would be unreadable in one of the two themes. */
const STYLES = /^(?:style|classDef|linkStyle|click) /
/** What may connect two nodes. Each connection is an element that is laid out. */
const CONNECTIONS = /--|==|-\.|\.\.|->/g

/** Whether a code block is a diagram. */
export const isDiagram = (language: string | undefined): boolean => language?.trim().toLowerCase() === 'mermaid'

/**
 * Returns the lines of a Mermaid diagram as the renderer reads them. Returns undefined if its type or one of its lines is not supported,
 * or if it exceeds the limits.
 */
export function readDiagram(source: string): string[] | undefined {
  if (source.length > LIMITS.diagramCharacters) return undefined
  const [header = '', ...lines] = splitIntoLines(source)
  const first = header.replace(/^(?:graph|flowchart)$/i, '$& TB')
  const type = TYPES.find((each) => each.first.test(first))
  if (type === undefined || lines.some((line) => line.length > LIMITS.diagramLine)) return undefined
  const drawn = [first]
  const rewrite = type.createRewriter?.(lines)
  let isInBody = false
  for (const line of lines) {
    if (isInBody) isInBody = line !== '}'
    else if (type.body?.test(line)) isInBody = true
    else if (STYLES.test(line)) continue
    else if (!type.lines.some((known) => known.test(line))) {
      const rewritten = rewrite?.(line)
      if (rewritten === undefined) return undefined
      drawn.push(rewritten)
      continue
    }
    drawn.push(line)
  }
  return estimateDiagramWork(drawn) <= LIMITS.diagram ? drawn : undefined
}

/** A whole diagram may be in one line, with semicolons. In other lines they may be a part of a label. */
function splitIntoLines(source: string): string[] {
  const lines = source.split('\n').map((line) => line.trim().replace(/;$/, '').replace(/\s+/g, ' '))
  const [first = '', ...rest] = lines.filter((line) => line !== '' && !line.startsWith('%%'))
  return [...first.split(';').map((line) => line.trim()), ...rest]
}

/** Estimates the number of elements in a diagram. `A & B --> C & D` connects each of two nodes with each of two. */
export function estimateDiagramWork(lines: readonly string[]): number {
  return lines.reduce((work, line) => {
    const connections = line.match(CONNECTIONS)?.length ?? 0
    const parallel = line.split('&').length
    return work + 1 + connections + parallel ** 2
  }, 0)
}
