import { LIMITS } from './budget'

/** A diagram as the renderer reads it, and what its drawing contains: the renderer leaves out what it does not know, without a sign. */
export interface ReadDiagram {
  lines: string[]
  texts: string[]
  arrows: number
}

/** Known lines. Their groups are texts, which the drawing contains as they are, or as the function returns them. */
type Known = RegExp | readonly [RegExp, format: (text: string) => string]

/** A type of diagram whose lines are independent of each other. */
interface DiagramType {
  first: RegExp
  /** Lines that draw an arrow. */
  arrow: RegExp
  lines: readonly Known[]
  /** The line that opens a block, and the lines up to the closing brace. */
  body?: { first: RegExp; lines: readonly Known[] }
  /** Returns a line as the renderer reads it. */
  rewrite?(line: string): string
}

const NAME = '[\\w\\p{L}-]+'
const STATE = `(?:\\[\\*\\]|${NAME})`
const CLASS_ARROW = '(?:<\\|--|<\\|\\.\\.|--\\|>|\\.\\.\\|>|\\*--|--\\*|o--|--o|<--|-->|<\\.\\.|\\.\\.>)'
const DIRECTION = /^direction (?:TD|TB|LR|BT|RL)$/
const FLOWCHART = /^(?:graph|flowchart) (?:TD|TB|LR|BT|RL)$/i
/** The renderer draws the signs of abstract, static and generic members as they are written. */
const MEMBER = /^(.[^~]*(?<![*$]))$/
const TYPES: readonly DiagramType[] = [
  {
    first: /^stateDiagram(?:-v2)?$/i,
    arrow: new RegExp(`^${STATE} ?--> ?${STATE}(?: ?: ?(.+))?$`, 'u'),
    lines: [
      DIRECTION,
      new RegExp(`^state (?:"([^"]+)" as )?${NAME} ?\\{$`, 'u'),
      /^\}$/,
      new RegExp(`^state "([^"]+)" as ${NAME}$`, 'u'),
      new RegExp(`^${NAME} ?: ?(.+)$`, 'u'),
    ],
  },
  {
    first: /^sequenceDiagram$/i,
    // The renderer draws other arrows with the wrong heads.
    arrow: /^[^\s:-]+ ?--?(?:>>|\)) ?[+-]?[^\s:]+ ?: ?(.+)$/,
    lines: [
      /^(?:participant|actor) (?:\S+ as (.+)|(\S+))$/,
      /^Note (?:left of|right of|over) [^:]+: ?(.+)$/i,
      [/^((?:loop|alt|opt|par|critical|break) .+)$/, (text) => text.replace(/^(\S+) (.+)$/, '$1 [$2]')],
      [/^(?:else|and) (.+)$/, (text) => `[${text}]`],
      /^end$/,
      // Without these the drawing has the same content.
      /^(?:de)?activate \S+$/,
    ],
    // The name below the figure of an actor would overlap the first message.
    rewrite: (line) => line.replace(/^actor /, 'participant '),
  },
  {
    first: /^classDiagram$/i,
    arrow: new RegExp(`^${NAME} (?:"([^"]*)" )?${CLASS_ARROW} (?:"([^"]*)" )?${NAME}(?: ?: ?(.+))?$`, 'u'),
    lines: [
      DIRECTION,
      new RegExp(`^class ${NAME}$`, 'u'),
      [new RegExp(`^${NAME} ?: ?${MEMBER.source.slice(1)}`, 'u'), formatMember],
    ],
    body: { first: new RegExp(`^class ${NAME} ?\\{$`, 'u'), lines: [[MEMBER, formatMember]] },
  },
  {
    first: /^erDiagram$/i,
    arrow: new RegExp(`^${NAME} (?:\\|[|o]|\\}[|o])(?:--|\\.\\.)(?:[|o]\\||[|o]\\{) ${NAME} ?: ?(.+)$`, 'u'),
    lines: [],
    // The renderer leaves out the comment of an attribute.
    body: { first: new RegExp(`^${NAME} ?\\{$`, 'u'), lines: [/^(\S+) (\S+)(?: (PK|FK|UK))?$/] },
    // The renderer knows `}o` in the order of the other side only.
    rewrite: (line) => line.replace(/^(\S+ )\}o/, '$1{o'),
  },
]
/** Colors and links, which are left out: an author's colors would be unreadable in one of the two themes. */
const STYLES = /^(?:(?:style|classDef|linkStyle|click) |class [^\s{]+ \w+$)/
/** A character by its name or number, such as `#quot;`. The renderer does not know them. */
const ENTITY = /[#&]\w+;/
/** What may connect two nodes. Each connection is an element that is laid out. */
const CONNECTIONS = /--|==|-\.|\.\.|->/g

/** Whether a code block is a diagram. */
export const isDiagram = (language: string | undefined): boolean => language?.trim().toLowerCase() === 'mermaid'

/** Whether a diagram is drawn at all: on the server, or else in browsers on request. */
export const isDrawn = (source: string): boolean => source.length <= LIMITS.diagramCharacters && !mayLoadPicture(source)

/** Whether a node may have a picture, which Mermaid would load from another site. Its settings are YAML, where a backslash may begin any letter. */
const mayLoadPicture = (source: string): boolean => source.includes('@{') && /img|\\/.test(source)

/**
 * Returns a Mermaid diagram as the renderer of the server reads it. Returns undefined if its type or one of its lines is not supported, or if
 * it exceeds the limits.
 */
export function readDiagram(source: string): ReadDiagram | undefined {
  if (!isDrawn(source)) return undefined
  const [header = '', ...rest] = splitIntoLines(source)
  const first = header.replace(/^(?:graph|flowchart)$/i, '$& TB')
  const lines = rest.filter((line) => !STYLES.test(line))
  if (lines.some((line) => line.length > LIMITS.diagramLine || ENTITY.test(line))) return undefined
  if (estimateDiagramWork([first, ...lines]) > LIMITS.diagram) return undefined
  const type = TYPES.find((each) => each.first.test(first))
  const read = FLOWCHART.test(first) ? readFlowchart(lines) : type && readLines(lines, type)
  read?.lines.unshift(first)
  return read
}

/** A whole diagram may be in one line, with semicolons. In other lines they may be a part of a label. */
function splitIntoLines(source: string): string[] {
  const lines = source.split('\n').map((line) =>
    line
      .trim()
      .replace(/(?<![#&]\w*);$/, '')
      .replace(/\s+/g, ' '),
  )
  const [first = '', ...rest] = lines.filter((line) => line !== '' && !line.startsWith('%%'))
  return [...first.split(';').map((line) => line.trim()), ...rest]
}

function readLines(lines: readonly string[], type: DiagramType): ReadDiagram | undefined {
  const { arrow, body, rewrite = String } = type
  const read: ReadDiagram = { lines: [], texts: [], arrows: 0 }
  let isInBody = false
  for (const line of lines) {
    if (isInBody && line === '}') isInBody = false
    else {
      const isArrow = !isInBody && arrow.test(line)
      const opensBody = !isInBody && body?.first.test(line) === true
      const texts = opensBody ? [] : readTexts(line, isArrow ? [arrow] : isInBody && body ? body.lines : type.lines)
      if (texts === undefined) return undefined
      read.texts.push(...texts)
      if (isArrow) read.arrows++
      if (opensBody) isInBody = true
    }
    read.lines.push(rewrite(line))
  }
  return read
}

/** Returns the texts that a line draws; undefined if it is not known. */
function readTexts(line: string, known: readonly Known[]): string[] | undefined {
  for (const each of known) {
    const [pattern, format = String] = each instanceof RegExp ? [each] : each
    const found = pattern.exec(line)
    if (found) return found.slice(1).flatMap((text = '') => (text === '' ? [] : format(text)))
  }
  return undefined
}

/** The renderer draws the type of a member after its name. */
function formatMember(member: string): string {
  return member.replace(/^([+#~-]?)([^\s:(]+) (\w+)$/, '$1$3: $2').replace(/\) ([^\s:(]+)$/, '): $1')
}

/** Estimates the number of elements in a diagram. `A & B --> C & D` connects each of two nodes with each of two. */
export function estimateDiagramWork(lines: readonly string[]): number {
  return lines.reduce((work, line) => {
    const connections = line.match(CONNECTIONS)?.length ?? 0
    const parallel = line.split('&').length
    return work + 1 + connections + parallel ** 2
  }, 0)
}

const SUBGRAPH = /^subgraph (([^\s[]+) ?\[(.+)\]|.+)$/
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

/** Called for each arrow, or for those between each of two nodes that `&` joins. */
type AddArrows = (count: number, label: string | undefined) => void

/**
 * The renderer ignores the label of a node that an earlier line names, and a node in a subgraph that an earlier line names without one. So
 * each node is written with its label, and with its last one, except in further subgraphs, because it belongs to the first.
 */
function readFlowchart(lines: readonly string[]): ReadDiagram | undefined {
  const read: ReadDiagram = { lines: [], texts: [], arrows: 0 }
  const shapes = new Map<string, string | undefined>()
  const subgraphs = new Set<string>()
  for (const line of lines) {
    const subgraph = SUBGRAPH.exec(line)
    if (subgraph) {
      const [, words = '', id = words, title = words] = subgraph
      subgraphs.add(id)
      read.texts.push(title)
    } else if (line !== 'end' && !DIRECTION.test(line)) {
      const addShape: ChooseShape = (node, shape) => {
        shapes.set(node, shape ?? shapes.get(node))
        return shape
      }
      rewriteFlowLine(line, addShape, (count, label) => {
        read.arrows += count
        if (label !== undefined) read.texts.push(...Array.from({ length: count }, () => label))
      })
    }
  }
  for (const [id, shape] of shapes) {
    if (shape !== undefined) read.texts.push(shape.replace(/^[[({>/\\]+|[\])}/\\]+$/g, ''))
    else if (!subgraphs.has(id)) read.texts.push(id)
  }
  const grouped = new Set<string>()
  let depth = 0
  const chooseShape: ChooseShape = (id) => {
    if (depth === 0) return shapes.get(id)
    if (grouped.has(id)) return undefined
    grouped.add(id)
    return shapes.get(id) ?? `[${id}]`
  }
  for (const line of lines) {
    if (SUBGRAPH.test(line)) depth++
    else if (line === 'end') depth--
    const isKept = SUBGRAPH.test(line) || line === 'end' || DIRECTION.test(line)
    const rewritten = isKept ? line : rewriteFlowLine(line, chooseShape)
    if (rewritten === undefined) return undefined
    read.lines.push(rewritten)
  }
  return read
}

/**
 * Returns a line of a flowchart as the renderer reads it: with spaces around arrows of the shortest form, whose labels follow in bars.
 * Returns undefined if the renderer would leave out a part of it.
 * @example rewriteFlowLine('A-- yes --->B') // 'A -->|yes| B'
 */
export function rewriteFlowLine(
  line: string,
  chooseShape: ChooseShape = (_, shape) => shape,
  addArrows: AddArrows = () => {},
): string | undefined {
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
  const readNodes = (): string[] | undefined => {
    const nodes = [readNode()]
    while (read(/&/y)) nodes.push(readNode())
    return nodes.every((node) => node !== undefined) ? nodes : undefined
  }

  let last = readNodes()
  let rewritten = last?.join(' & ')
  while (last !== undefined && at < line.length) {
    const arrow = readArrow(read)
    const next = arrow === undefined ? undefined : readNodes()
    if (arrow === undefined || next === undefined) return undefined
    addArrows(last.length * next.length, /\|(.+)\|$/.exec(arrow)?.[1])
    rewritten = `${rewritten} ${arrow} ${next.join(' & ')}`
    last = next
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
