/** How a line of code is marked: as important, as added or as removed. Also the name of the element around it. */
type LineMark = 'mark' | 'ins' | 'del'

/** The end of a marked line is a comment such as `// [!code ++]`, a convention that several documentation tools share. */
const SIGNS = new Map<string, LineMark>([
  ['[!code highlight]', 'mark'],
  ['[!code ++]', 'ins'],
  ['[!code --]', 'del'],
])
/** What may open and close the comment. The longest opening that matches is removed. */
const OPENINGS = ['{/*', '<!--', '//', '/*', '(*', '--', '#', ';', '%']
const CLOSINGS: ReadonlySet<string> = new Set(['', '*/}', '-->', '*/', '*)'])

/** Elements that may be open where a marked line starts. Deeper lines are not marked, because all of them are repeated in the line. */
const MAX_OPEN = 20

/**
 * Removes the comments that mark lines, and returns the marks by the index of their line.
 * @example readLineMarks('a()\nb() // [!code ++]') // { code: 'a()\nb()', marks: Map { 1 => 'ins' } }
 */
export function readLineMarks(source: string): { code: string; marks: ReadonlyMap<number, LineMark> } {
  const marks = new Map<number, LineMark>()
  if (!source.includes('[!code ')) return { code: source, marks }
  const lines = source.split('\n').map((line, index) => {
    const start = line.lastIndexOf('[!code ')
    const end = line.indexOf(']', start) + 1
    const mark = start === -1 ? undefined : SIGNS.get(line.slice(start, end))
    const before = line.slice(0, Math.max(start, 0)).trimEnd()
    const opening = OPENINGS.find((each) => before.endsWith(each))
    if (mark === undefined || opening === undefined || !CLOSINGS.has(line.slice(end).trim())) return line
    marks.set(index, mark)
    return before.slice(0, -opening.length).trimEnd()
  })
  return { code: lines.join('\n'), marks }
}

/** Puts an element around each marked line of highlighted code. Elements that span lines are closed and opened again. */
export function markLines(html: string, marks: ReadonlyMap<number, LineMark>): string {
  if (marks.size === 0) return html
  const open: string[] = []
  let marked = ''
  html.split('\n').forEach((line, index, lines) => {
    const mark = open.length > MAX_OPEN ? undefined : marks.get(index)
    const text = index === lines.length - 1 ? line : `${line}\n`
    if (mark === undefined) marked += text
    else marked += `${closeAll(open)}<${mark}>${open.join('')}${text}`
    for (const [tag] of line.matchAll(/<\/?span[^>]*>/g)) {
      if (tag === '</span>') open.pop()
      else open.push(tag)
    }
    if (mark !== undefined) marked += `${closeAll(open)}</${mark}>${open.join('')}`
  })
  return marked
}

const closeAll = (open: readonly string[]) => '</span>'.repeat(open.length)
