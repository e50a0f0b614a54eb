import v8 from 'node:v8'
import { Budget } from '@/lib/workspace/budget'

/** Thrown when a function causes so much work that it would take seconds. */
class TooMuchWork extends Error {
  override name = 'TooMuchWork'
}

const MAX_STEPS = 2 ** 27
const MAX_READS = 5_000_000
/** Steps that formatting a date counts as, because it takes about as long as so many steps of an expression. */
const DATE_STEPS = 5000
/** An atom of a regular expression and its quantifier. */
const ATOM =
  /(\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<[^>]*>|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[\s\S])([*+?]\??|\{\d+(?:,\d*)?\}\??)?/gu

v8.setFlagsFromString('--allow-natives-syntax')
/** Creates a sticky expression that stops without a match after `limit` backtracks. V8's own tests use this function. */
const createLimitedExpression = new Function(
  'source, flags, limit',
  'return %NewRegExpWithBacktrackLimit(source, flags, limit)',
)
v8.setFlagsFromString('--no-allow-natives-syntax')

let work = 0
let tooMuch: TooMuchWork | undefined
const counted = new Map<string, RegExp>()

/**
 * Counts the steps that a function causes: backtracks of regular expressions, rounded up to powers of two, formatted dates, and properties
 * that it reads of {@link watchReads} values. Time has no influence. Throws {@link TooMuchWork} before an expression can take seconds.
 */
export function countWork(run: () => unknown): number {
  const { exec } = RegExp.prototype
  function countingExec(this: RegExp, text: string): RegExpExecArray | null {
    RegExp.prototype.exec = exec
    try {
      work += countSteps(this, String(text))
      return this.exec(text)
    } finally {
      RegExp.prototype.exec = countingExec
    }
  }
  const restoreDates = countDates()
  work = 0
  tooMuch = undefined
  // V8 optimizes expressions until a process has compiled many of them. Otherwise the steps would depend on the tests that ran before.
  v8.setFlagsFromString('--no-regexp-optimization')
  RegExp.prototype.exec = countingExec
  try {
    run()
  } finally {
    RegExp.prototype.exec = exec
    v8.setFlagsFromString('--regexp-optimization')
    restoreDates()
  }
  if (tooMuch !== undefined) throw tooMuch
  return work
}

/** Starts counting the dates that are formatted or split into parts. Returns a function that stops this. */
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

/** Throws and also stores the error, because the measured code may catch it. */
function giveUp(reason: string): never {
  tooMuch ??= new TooMuchWork(reason)
  throw tooMuch
}

/** Returns how often an expression backtracks before it matches or fails on a text, rounded up to a power of two. */
function countSteps(expression: RegExp, text: string): number {
  const { source, flags, global, sticky } = expression
  const from = global || sticky ? expression.lastIndex : 0
  if (from > text.length) return 0
  for (let limit = 16; limit <= MAX_STEPS; limit *= 2) {
    const key = `${limit} ${flags} ${source}`
    let copy = counted.get(key)
    if (copy === undefined) {
      copy = createLimitedExpression(makeCountable(source, sticky), `${flags.replace(/[dgy]/g, '')}y`, limit) as RegExp
      counted.set(key, copy)
    }
    copy.lastIndex = from
    if (copy.exec(text) !== null) return limit
  }
  return giveUp(`${expression} on ${text.length} characters`)
}

/** Inserts empty lookaheads, because V8 does not count backtracks in repetitions of fixed text without them. */
function makeCountable(source: string, sticky: boolean): string {
  const body = source.replace(ATOM, (whole, atom: string, repeat: string | undefined) => {
    if (repeat === undefined) return whole
    return atom === ')' ? `(?=))${repeat}` : `(?:${atom}(?=))${repeat}`
  })
  // The second alternative distinguishes a failed match from one that was stopped.
  return sticky ? `(?:${body})|` : `[\\s\\S]*?(?:${body})|`
}

const proxies = new WeakMap<object, object>()

/** Wraps a value so that {@link countWork} counts each property that is read. */
export function watchReads<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  const known = proxies.get(value)
  if (known !== undefined) return known as Value
  const proxy = new Proxy(value, {
    get(target, name, receiver) {
      work += 1
      if (work > MAX_READS) giveUp(`${work} steps, the last to read ${String(name)}`)
      return watchReads(Reflect.get(target, name, receiver))
    },
  })
  proxies.set(value, proxy)
  proxies.set(proxy, proxy)
  return proxy
}

/** An input and the work that it causes. */
export interface Cost {
  size: number
  work: number
}

/** Steps per character or value that are always acceptable. */
export const FREE_STEPS = 64

/** Whether the work for a larger input is at most n log n of that for a smaller one. Twice as much is allowed because steps are rounded. */
export function isNearlyLinear(small: Cost, large: Cost, free = FREE_STEPS): boolean {
  const log = (size: number) => Math.log2(size + 2)
  const grown = (large.size / small.size) * (log(large.size) / log(small.size))
  return large.work <= Math.max(free * (large.size + 10), 2 * grown * small.work)
}

/** A budget that counts the units that are spent, and is larger than any test needs. */
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
