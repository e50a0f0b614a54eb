/** A place in a text at which a name stands. */
interface FoundName {
  start: number
  end: number
  /** What the name was added for. */
  value: number
}

/** A node of the tree of names. Each edge is a UTF-16 code unit, as in `find`. */
interface NameNode {
  next: Map<string, NameNode>
  /** The names that end here, as they are written. */
  ends: { name: string; value: number }[]
}

const createNode = (): NameNode => ({ next: new Map(), ends: [] })

const WORD_CHARACTER = '[\\p{L}\\p{M}\\p{N}_]'
const WORD_BEFORE = new RegExp(`${WORD_CHARACTER}$`, 'u')
const WORD_AFTER = new RegExp(`^${WORD_CHARACTER}`, 'u')
/** Scripts without spaces between words. */
const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]'
const UNSPACED_BEFORE = new RegExp(`${UNSPACED}$`, 'u')
const UNSPACED_AFTER = new RegExp(`^${UNSPACED}`, 'u')

/**
 * Finds many names in texts in one pass, as whole words. Upper and lower case are the same, except in names without lower case such as
 * `API`, which must be written so.
 */
export class NameFinder {
  readonly #root = createNode()

  add(name: string, value: number): void {
    let node = this.#root
    for (const unit of fold(name).split('')) {
      const next = node.next.get(unit) ?? createNode()
      node.next.set(unit, next)
      node = next
    }
    node.ends.push({ name, value })
  }

  /**
   * Returns the names in a text that `accepts` accepts, from the left, the longest at each place. They do not overlap. Each step, and
   * each name that is compared, costs a unit of `budget`; once it is spent, no more names are found.
   */
  find(text: string, accepts: (value: number) => boolean, budget: { left: number }): FoundName[] {
    const found: FoundName[] = []
    const folded = fold(text)
    for (let start = 0; start < folded.length && budget.left > 0; ) {
      const name = this.#findAt(text, folded, start, accepts, budget)
      if (name !== undefined) found.push(name)
      start = name?.end ?? start + 1
    }
    return found
  }

  #findAt(
    text: string,
    folded: string,
    start: number,
    accepts: (value: number) => boolean,
    budget: { left: number },
  ): FoundName | undefined {
    budget.left--
    let node = this.#root.next.get(folded.charAt(start))
    if (node === undefined || isInsideWord(text, start)) return undefined
    let found: FoundName | undefined
    for (let end = start + 1; node !== undefined; end++) {
      budget.left -= node.ends.length
      const written = node.ends.length === 0 || isInsideWord(text, end) ? '' : text.slice(start, end)
      const match =
        written === '' ? undefined : node.ends.find(({ name, value }) => isWrittenSo(name, written) && accepts(value))
      if (match !== undefined) found = { start, end, value: match.value }
      node = node.next.get(folded.charAt(end))
      budget.left--
    }
    return found
  }
}

/** Returns a text in lower case and with plain spaces. It has the same length. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  const folded = lower.length === text.length ? lower : text.replace(/./gsu, foldCharacter)
  return folded.replace(/\s/g, ' ')
}

function foldCharacter(character: string): string {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : character
}

/** Whether a text has a word around a position. In scripts without spaces, a word may end anywhere. */
function isInsideWord(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at, at + 2)]
  if (!WORD_BEFORE.test(before) || !WORD_AFTER.test(after)) return false
  return !UNSPACED_BEFORE.test(before) && !UNSPACED_AFTER.test(after)
}

const isWrittenSo = (name: string, written: string): boolean =>
  name === written || name !== name.toUpperCase() || name === name.toLowerCase()
