import { LIMITS } from './budget'

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
const DIRECTION = /^direction (?:TD|TB|LR|BT|RL)$/
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

const ID = /[\w\p{L}]+(?:-[\w\p{L}]+)*/uy
/** The shapes of nodes, by their brackets. A label with such brackets would end too early in the renderer. */
const SHAPE =
  /\(\(\([^()]+\)\)\)|\(\[[^[\]]+\]\)|\(\([^()]+\)\)|\[\[[^[\]]+\]\]|\[\([^()]+\)\]|\[[/\\][^[\]]+[/\\]\]|>[^[\]]+\]|\{\{[^{}]+\}\}|\[[^[\]]+\]|\([^()]+\)|\{[^{}]+\}/y
const CLASS = /:::[\w-]+/y
const ARROW = /(<?)(?:(-{2,}>|-{3,})|(-\.+->?)|(={2,}>|={3,}))(?:\|([^|]*)\|)?/y
/** An arrow with its label inside, such as `-- yes -->`. */
const LABELED = /(<?)(?:-- ?([^-|>]+?) ?(-{2,}>|-{3,})|-\. ?([^.|>]+?) ?(\.+->?)|== ?([^=|>]+?) ?(={2,}>|={3,}))/y

/** Returns the shape that a node is written with, if any. `shape` is the one that the line contains. */
type ChooseShape = (id: string, shape: string | undefined) => string | undefined

/**
 * Returns a function that rewrites the lines of a flowchart in their order. The renderer ignores the label of a node that an earlier line
 * names, and a node in a subgraph that an earlier line names without one. So each node is written with its label, and with its last one,
 * except in further subgraphs, because it belongs to the first.
 */
function createFlowRewriter(lines: readonly string[]): (line: string) => string | undefined {
  const shapes = new Map<string, string>()
  for (const line of lines)
    rewriteFlowLine(line, (id, shape) => {
      if (shape !== undefined) shapes.set(id, shape)
      return shape
    })
  const grouped = new Set<string>()
  let depth = 0
  const chooseShape: ChooseShape = (id) => {
    if (depth === 0) return shapes.get(id)
    if (grouped.has(id)) return undefined
    grouped.add(id)
    return shapes.get(id) ?? `[${id}]`
  }
  return (line) => {
    if (/^subgraph ./.test(line)) depth++
    else if (line === 'end') depth--
    else if (!DIRECTION.test(line)) return rewriteFlowLine(line, chooseShape)
    return line
  }
}

/**
 * Returns a line of a flowchart as the renderer reads it: with spaces around arrows of the shortest form, whose labels follow in bars.
 * Returns undefined if the renderer would leave out a part of it.
 * @example rewriteFlowLine('A-- yes --->B') // 'A -->|yes| B'
 */
export function rewriteFlowLine(line: string, chooseShape: ChooseShape = (_, shape) => shape): string | undefined {
  let at = 0
  const read = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = line[at] === ' ' ? at + 1 : at
    const found = pattern.exec(line)
    if (found) at = pattern.lastIndex
    return found ?? undefined
  }
  const readNode = (): string | undefined => {
    const id = read(ID)?.[0]
    if (id === undefined) return undefined
    const shape = chooseShape(id, line[at] === ' ' ? undefined : read(SHAPE)?.[0])
    if (line.startsWith(':::', at)) read(CLASS)
    // The renderer knows only Latin letters in ids.
    return /^[\w-]+$/.test(id) ? id + (shape ?? '') : encodeId(id) + (shape ?? `[${id}]`)
  }
  const readNodes = (): string | undefined => {
    const nodes = [readNode()]
    while (read(/&/y)) nodes.push(readNode())
    return nodes.includes(undefined) ? undefined : nodes.join(' & ')
  }

  let rewritten = readNodes()
  while (rewritten !== undefined && at < line.length) {
    const arrow = readArrow(read)
    const nodes: string | undefined = arrow && readNodes()
    rewritten = nodes && `${rewritten} ${arrow} ${nodes}`
  }
  return rewritten
}

function readArrow(read: (pattern: RegExp) => RegExpExecArray | undefined): string | undefined {
  const plain = read(ARROW)
  if (plain) {
    const [, start = '', solid, dotted, thick = '', label] = plain
    return createArrow(start, solid ?? dotted ?? thick, dotted ? '-.' : solid ? '--' : '==', label)
  }
  const [, start = '', solid, solidEnd, dotted, dottedEnd, thick, thickEnd = ''] = read(LABELED) ?? []
  const label = solid ?? dotted ?? thick
  if (label === undefined) return undefined
  return createArrow(start, solidEnd ?? dottedEnd ?? thickEnd, dotted ? '-.' : solid ? '--' : '==', label)
}

function createArrow(start: string, end: string, line: '--' | '-.' | '==', label = ''): string {
  const head = end.endsWith('>')
  const tail = line === '==' ? (head ? '>' : '=') : line === '-.' ? (head ? '->' : '-') : head ? '>' : '-'
  return `${head ? start : ''}${line}${tail}${label.trim() === '' ? '' : `|${label.trim()}|`}`
}

const encodeId = (id: string) => `u${Array.from(id, (letter) => letter.codePointAt(0)?.toString(16)).join('_')}`
