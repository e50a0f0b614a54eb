const ID = /[\w\p{L}]+(?:-[\w\p{L}]+)*/uy
/** The shapes of nodes, by their brackets. A label with such brackets would end too early in the renderer. */
const SHAPE =
  /\(\(\([^()]+\)\)\)|\(\[[^[\]]+\]\)|\(\([^()]+\)\)|\[\[[^[\]]+\]\]|\[\([^()]+\)\]|\[[/\\][^[\]]+[/\\]\]|>[^[\]]+\]|\{\{[^{}]+\}\}|\[[^[\]]+\]|\([^()]+\)|\{[^{}]+\}/y
const CLASS = /:::[\w-]+/y
const ARROW = /(<?)(?:(-{2,}>|-{3,})|(-\.+->?)|(={2,}>|={3,}))(?:\|([^|]*)\|)?/y
/** An arrow with its label inside, such as `-- yes -->`. */
const LABELED = /(<?)(?:-- ?([^-|>]+?) ?(-{2,}>|-{3,})|-\. ?([^.|>]+?) ?(\.+->?)|== ?([^=|>]+?) ?(={2,}>|={3,}))/y

/**
 * Returns a line of a flowchart as the renderer reads it: with spaces around arrows of the shortest form, whose labels follow in bars.
 * Returns undefined if the renderer would leave out a part of it.
 * @example rewriteFlowLine('A-- yes --->B') // 'A -->|yes| B'
 */
export function rewriteFlowLine(line: string): string | undefined {
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
    const shape = line[at] === ' ' ? undefined : read(SHAPE)?.[0]
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
