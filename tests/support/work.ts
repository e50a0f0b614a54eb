import v8 from 'node:v8'
import { Budget } from '@/lib/workspace/budget'

/** Thrown instead of waiting: this much work would take seconds. */
class TooMuchWork extends Error {
  override name = 'TooMuchWork'
}

const MOST_STEPS = 2 ** 27
const MOST_READS = 5_000_000
/** What formatting a date counts: it takes as long as so many steps of an expression. */
const DATE_STEPS = 5000
/** An atom of a regular expression and what repeats it. */
const ATOM =
  /(\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<[^>]*>|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[\s\S])([*+?]\??|\{\d+(?:,\d*)?\}\??)?/gu

v8.setFlagsFromString('--allow-natives-syntax')
/** A sticky expression that matches nothing once it has gone back this often, as V8's own tests use it. */
const limitedExpression = new Function(
  'source, flags, limit',
  'return %NewRegExpWithBacktrackLimit(source, flags, limit)',
)
v8.setFlagsFromString('--no-allow-natives-syntax')

let work = 0
let tooMuch: TooMuchWork | undefined
const counted = new Map<string, RegExp>()

/**
 * Counts the steps that a function causes: those of regular expressions, to a power of two each, the dates that are formatted, and the
 * properties that it reads of {@link watched} values. Time plays no part. Throws {@link TooMuchWork} instead of waiting for an expression that takes seconds.
 */
export function countWork(run: () => unknown): number {
  const { exec } = RegExp.prototype
  function countingExec(this: RegExp, text: string): RegExpExecArray | null {
    RegExp.prototype.exec = exec
    try {
      work += stepsOf(this, String(text))
      return this.exec(text)
    } finally {
      RegExp.prototype.exec = countingExec
    }
  }
  const restoreDates = countDates()
  work = 0
  tooMuch = undefined
  RegExp.prototype.exec = countingExec
  try {
    run()
  } finally {
    RegExp.prototype.exec = exec
    restoreDates()
  }
  if (tooMuch !== undefined) throw tooMuch
  return work
}

/** Counts each date that is formatted or taken apart. Returns a function that counts no more. */
function countDates(): () => void {
  const { prototype } = Intl.DateTimeFormat
  const own = Object.getOwnPropertyDescriptors(prototype)
  const { formatToParts } = prototype
  Object.defineProperty(prototype, 'format', {
    ...own.format,
    get(this: Intl.DateTimeFormat) {
      work += DATE_STEPS
      return own.format.get?.call(this)
    },
  })
  prototype.formatToParts = function (date) {
    work += DATE_STEPS
    return formatToParts.call(this, date)
  }
  return () => Object.defineProperties(prototype, own)
}

/** The code may catch what is thrown, so that it is also kept. */
function giveUp(reason: string): never {
  tooMuch ??= new TooMuchWork(reason)
  throw tooMuch
}

/** How often an expression goes back on a text before it matches or has tried all starts, rounded up to a power of two. */
function stepsOf(expression: RegExp, text: string): number {
  const { source, flags, global, sticky } = expression
  const from = global || sticky ? expression.lastIndex : 0
  if (from > text.length) return 0
  for (let limit = 16; limit <= MOST_STEPS; limit *= 2) {
    const key = `${limit} ${flags} ${source}`
    let copy = counted.get(key)
    if (copy === undefined) {
      copy = limitedExpression(countable(source, sticky), `${flags.replace(/[dgy]/g, '')}y`, limit) as RegExp
      counted.set(key, copy)
    }
    copy.lastIndex = from
    if (copy.exec(text) !== null) return limit
  }
  return giveUp(`${expression} on ${text.length} characters`)
}

/** V8 does not count how often it goes back in the repetition of a fixed text, but does so where an empty test follows. */
function countable(source: string, sticky: boolean): string {
  const body = source.replace(ATOM, (whole, atom: string, repeat: string | undefined) => {
    if (repeat === undefined) return whole
    return atom === ')' ? `(?=))${repeat}` : `(?:${atom}(?=))${repeat}`
  })
  // The second alternative distinguishes a failed match from one that was stopped.
  return sticky ? `(?:${body})|` : `[\\s\\S]*?(?:${body})|`
}

const seen = new WeakMap<object, object>()

/** The same value, of which {@link countWork} counts each property that is read. */
export function watched<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  const known = seen.get(value)
  if (known !== undefined) return known as Value
  const proxy = new Proxy(value, {
    get(target, name, receiver) {
      work += 1
      if (work > MOST_READS) giveUp(`${work} steps, the last to read ${String(name)}`)
      return watched(Reflect.get(target, name, receiver))
    },
  })
  seen.set(value, proxy)
  seen.set(proxy, proxy)
  return proxy
}

/** An input and the work that it causes. */
export interface Cost {
  size: number
  work: number
}

/** Steps for each character or value that are always good. */
export const FREE_STEPS = 64

/** Whether the work for a larger input is at most n log n of that for a smaller one. Twice as much is allowed because steps are rounded. */
export function isNearlyLinear(small: Cost, large: Cost, free = FREE_STEPS): boolean {
  const log = (size: number) => Math.log2(size + 2)
  const grown = (large.size / small.size) * (log(large.size) / log(small.size))
  return large.work <= Math.max(free * (large.size + 10), 2 * grown * small.work)
}

/** Counts the units that are spent, and has more than any test may need. */
export class CountingBudget extends Budget {
  units = 0
  constructor() {
    super(50_000_000)
  }
  override spend(units: number): boolean {
    this.units += units
    return super.spend(units)
  }
}
