import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertText, createParagraph } from '@/blocks/phrasing'
import { serializeJsonLd } from '@/lib/formats/structured-data'
import { writeMarkdown } from '@/lib/formats/write-markdown'
import { getMediaAddress } from '@/lib/page/media-address'
import { highlightCode } from '@/lib/page/text/code'
import { countTerms, splitWords } from '@/lib/search/words'
import { decodePath, toPath } from '@/lib/site/paths'
import { getTermSegment } from '@/lib/site/terms'
import { getServedName, toSafeFileAddress, toSafeIcon, toSafeImageAddress } from '@/lib/workspace/address'
import { LIMITS } from '@/lib/workspace/budget'
import { cleanText } from '@/lib/workspace/clean/text'
import { estimateCodeWork, LANGUAGES } from '@/lib/workspace/code-languages'
import { formatByPattern } from '@/lib/workspace/formula/dates'
import { evaluateFormula } from '@/lib/workspace/formula/formula'
import { FUNCTIONS } from '@/lib/workspace/formula/functions'
import { testPattern } from '@/lib/workspace/formula/patterns'
import { parseNumber } from '@/lib/workspace/numbers'
import { countWords, cutExcerpt, hasVisibleText } from '@/lib/workspace/text'
import { lowerLimits } from '@/tests/support/lower-limits'
import { NO_NAMES } from '@/tests/support/names'
import { CountingBudget, countWork, FREE_STEPS, isNearlyLinear, watchReads } from '@/tests/support/work'

/** `FUZZ_RUNS=5000 npx vitest run tests/unit/workspace/fuzz-cost` tests more inputs. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 25)

/** Pieces that texts repeat: characters with a meaning for a parser, and characters of several scripts. */
const PIECES =
  '_ - . / # @ : & a A aA 1 a1 中 か ग é \u0301 ( ) = 😀 " , ; ! ? \' 123 ש \u05b0 \u00ad ｶ \uff9e ー ら ٢ в V'
const piece = fc.constantFrom(' ', '\n', '\t', ...PIECES.split(' '))
type Text = [piece: string, percent: number][]
const createTextArbitrary = (pieces: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(pieces, fc.constantFrom(0, 1, 50, 100)), { minLength: 1, maxLength: 5 })
const text: fc.Arbitrary<Text> = createTextArbitrary(piece)
/** Repeats each piece `size` times, scaled by its percentage. A piece with 0 percent occurs once. */
const repeatPieces = (text: Text, size: number) =>
  text.map(([each, percent]) => each.repeat(Math.max(1, (percent * size) / 100))).join('')

const READERS = {
  words: splitWords,
  terms: countTerms,
  'address of a file': (text: string) => toSafeFileAddress(`https://example.com/${text}`),
  'relative address': toSafeImageAddress,
  icon: toSafeIcon,
  'name of a file': (text: string) => getServedName(`https://example.com/${text}`, 'png'),
  'media address': (text: string) => getMediaAddress(`https://${text}example/`, '', {}),
  slug: toPath,
  path: decodePath,
  tag: getTermSegment,
  Markdown: (text: string) => writeMarkdown([createParagraph(convertText([[`a${text}b`, 'b']], String))]),
  'structured data': (text: string) => serializeJsonLd({ text }),
  'clean text': (text: string) => cleanText([[text]], () => {}, 'title'),
  excerpt: cutExcerpt,
  'word count': countWords,
  visibility: hasVisibleText,
  number: parseNumber,
} satisfies Record<string, (text: string) => unknown>
type Reader = keyof typeof READERS

const UNDERSCORES: Text = [
  ['a', 0],
  ['_', 100],
  ['b', 0],
]
const GROUPS: Text = [
  ['1', 0],
  [',123', 100],
  ['4', 0],
]
const SPACES: Text = [
  ['a', 0],
  [' ', 100],
  ['b', 0],
]

/** Measures a function on a text of about 200 characters and on one that is four times as long. */
function expectNearlyLinear(read: (text: string) => unknown, createText: (size: number) => string): void {
  const measureCost = (size: number) => {
    const input = createText(size)
    return { size: input.length, work: countWork(() => read(input)) }
  }
  const [small, large] = [measureCost(200), measureCost(800)]
  expect(isNearlyLinear(small, large), JSON.stringify({ small, large })).toBe(true)
}

test('processing a text takes steps in proportion to its length', () => {
  fc.assert(
    fc.property(fc.constantFrom(...(Object.keys(READERS) as Reader[])), text, (reader, pieces) =>
      expectNearlyLinear(READERS[reader], (size) => repeatPieces(pieces, size)),
    ),
    {
      numRuns: RUNS,
      examples: [
        ['words', UNDERSCORES],
        ['terms', UNDERSCORES],
        ['words', GROUPS],
        ['words', [['\u05b0', 100]]],
        ['words', [['ש"', 100]]],
        ['address of a file', SPACES],
        ['Markdown', SPACES],
        [
          'name of a file',
          [
            ['a', 0],
            ['.', 100],
            ['b', 0],
          ],
        ],
        ['path', [...UNDERSCORES, ['/', 100], ['b', 0]]],
      ],
    },
  )
})

test('formatByPattern takes steps in proportion to the length of the pattern', () => {
  const style = { locale: 'en', timeZone: 'UTC' }
  for (const piece of ['D MMMM YYYY, ', '[1] ', '[1 '])
    expectNearlyLinear(
      (text) => formatByPattern(0, text, style),
      (size) => piece.repeat(size / 4),
    )
})

test('testPattern estimates an invalid pattern in steps in proportion to its length', () => {
  const readPattern = (pattern: string) => {
    try {
      testPattern('1', pattern, new CountingBudget())
    } catch {}
  }
  expectNearlyLinear(readPattern, (size) => '[1 '.repeat(size / 3))
})

/** Lines of ordinary code. Colors depend on their length and number only. */
const CODE = ['const tide = 1', 'return tides.map(read)', '// high water', 'a: #0f1e3d;', '"name": "Ada",', '']
const code = fc
  .tuple(fc.array(fc.constantFrom(...CODE), { minLength: 1, maxLength: 40 }), fc.constantFrom('\n', ' '))
  .map(([lines, separator]) => lines.join(separator))

test('highlightCode takes steps in proportion to the estimated work, and few for code beyond the limit', () => {
  lowerLimits(LIMITS, {})
  const reduced = new Set<boolean>()
  fc.assert(
    fc.property(code, fc.constantFrom(...LANGUAGES), fc.nat(400_000), (code, language, limit) => {
      Object.assign(LIMITS, { code: limit })
      const estimate = estimateCodeWork(code, language)
      reduced.add(estimate > limit)
      // A grammar may have up to one hundred expressions, which take steps even for short code.
      const freeSteps = FREE_STEPS * (code.length + 100)
      const steps = countWork(() => highlightCode(code, language))
      expect(steps).toBeLessThanOrEqual(estimate > limit ? FREE_STEPS * code.length : freeSteps + 10 * estimate)
    }),
    { numRuns: RUNS },
  )
  expect(reduced.size).toBe(2)
})

test('estimateCodeWork counts the longest line, or all code for a grammar that looks ahead to its end', () => {
  const code = 'a\n'.repeat(1000)
  expect(estimateCodeWork(code, 'Markdown')).toBe(code.length ** 2)
  expect(estimateCodeWork(code, 'JavaScript')).toBe(code.length * 400)
  expect(estimateCodeWork(`${code}${'a '.repeat(500)}`, 'JavaScript')).toBe((code.length + 1000) * 1000)
})

const PATTERNS = ['tide', '^a', 'a|b', '[a-z]+', '\\d{2}', 'x?y', '(ab)+', '[^ ]* ']
const createConstant = (value: string) => ({ type: 'constant', value, result_type: 'text' })
const createCall = (name: string, args: unknown[]) => ({ type: 'function', name, args })
const now = createCall('now', [])
const words = fc
  .tuple(fc.constantFrom('tide ', 'harbour', '中国', 'D MMMM'), fc.constantFrom(1, 10, 50))
  .map(([each, times]) => createConstant(each.repeat(times)))
const pattern = fc.oneof(fc.constantFrom(...PATTERNS).map(createConstant), words)
const { formula } = fc.letrec<{ formula: unknown }>((tie) => {
  const inside = fc.oneof({ maxDepth: 3 }, words, tie('formula'))
  const named = fc.constantFrom(...Object.keys(FUNCTIONS))
  return {
    formula: fc.oneof(
      fc
        .tuple(fc.constantFrom('test', 'replace', 'replaceAll'), fc.tuple(inside, pattern, words))
        .map(([name, args]) => createCall(name, args)),
      words.map((format) => createCall('formatDate', [now, format])),
      fc.tuple(named, fc.array(inside, { maxLength: 3 })).map(([name, args]) => createCall(name, args)),
    ),
  }
})

const STEPS_PER_UNIT = 40

test('evaluateFormula takes steps in proportion to the spent budget, including regular expressions', () => {
  fc.assert(
    fc.property(formula, (tree) => {
      const budget = new CountingBudget()
      const environment = { property: () => undefined, names: NO_NAMES, now: 0, budget }
      const steps = countWork(() => evaluateFormula(watchReads(tree), environment))
      expect(steps).toBeLessThanOrEqual(STEPS_PER_UNIT * (budget.units + 10))
    }),
    {
      numRuns: RUNS * 5,
      examples: [
        // Words without a digit, which the pattern looks for at each of their letters.
        [createCall('test', [createConstant('harbour'.repeat(50)), createConstant('[a-z]+\\d')])],
        [createCall('formatDate', [now, createConstant('X x LLLL LLL LL L MMMM MMM dddd ddd dd')])],
        [
          Array(40)
            .fill('timestamp')
            .reduce((date) => createCall('fromTimestamp', [createCall('timestamp', [date])]), now),
        ],
      ],
    },
  )
})
