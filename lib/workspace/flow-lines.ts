export const DIRECTION = /^direction (?:TD|TB|LR|BT|RL)$/
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
export function createFlowRewriter(lines: readonly string[]): (line: string) => string | undefined {
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
