import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeMarkdown } from '@/lib/formats/markdown'
import { convertText, createParagraph } from '@/lib/formats/phrasing'
import { serializeJsonLd } from '@/lib/formats/structured-data'
import { getMediaAddress } from '@/lib/page/media-address'
import { highlightCode } from '@/lib/page/text/code'
import { countTerms, splitWords } from '@/lib/search/words'
import { decodePath, toPath } from '@/lib/site/paths'
import { getTermSegment } from '@/lib/site/terms'
import { getServedName } from '@/lib/sync/files/served-name'
import { toSafeFileAddress, toSafeIcon, toSafeImageAddress } from '@/lib/workspace/address'
import { LIMITS } from '@/lib/workspace/budget'
import { cleanText } from '@/lib/workspace/clean/text'
import { LANGUAGES } from '@/lib/workspace/code-languages'
import { estimateCodeWork } from '@/lib/workspace/code-work'
import { evaluateFormula } from '@/lib/workspace/formula/formula'
import { FUNCTIONS } from '@/lib/workspace/formula/functions'
import { formatByPattern } from '@/lib/workspace/formula/moments'
import { parseNumber } from '@/lib/workspace/numbers'
import { countWords, cutExcerpt, hasVisibleText } from '@/lib/workspace/text'
import { NO_NAMES } from '@/tests/support/names'
import { CountingBudget, countWork, FREE_STEPS, isNearlyLinear, watchReads } from '@/tests/support/work'

/** `FUZZ_RUNS=5000 npx vitest run tests/unit/workspace/fuzz-cost` tests more inputs. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 25)

/** Pieces that texts repeat: characters with a meaning for a parser, and characters of several scripts. */
const PIECES =
  '_ - . / \' # + @ : & a A aA 1 a1 中 か ก é \u0301 \\ [ ] ( ) < > * ` $ % %20 = 😀 \ud800 \u0007 ‣ { } " , ; | ~ ! ? // :: s3. http:// \\a'
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
const SPACES: Text = [
  ['a', 0],
  [' ', 100],
  ['b', 0],
]

test('processing a text takes steps in proportion to its length', () => {
  fc.assert(
    fc.property(fc.constantFrom(...(Object.keys(READERS) as Reader[])), text, (reader, pieces) => {
      const measureCost = (size: number) => {
        const input = repeatPieces(pieces, size)
        return { size: input.length, work: countWork(() => READERS[reader](input)) }
      }
      const [small, large] = [measureCost(500), measureCost(2000)]
      expect(isNearlyLinear(small, large), JSON.stringify({ small, large })).toBe(true)
    }),
    {
      numRuns: RUNS,
      examples: [
        ['words', UNDERSCORES],
        ['terms', UNDERSCORES],
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
        ['media address', [['s3.', 100]]],
      ],
    },
  )
})

const ENGLISH = { locale: 'en', timeZone: 'UTC' }

test.each<[string, (text: string) => unknown, string]>([
  ['a word with 400,000 underscores', countTerms, repeatPieces(UNDERSCORES, 400_000)],
  ['a date format of 20,000 brackets', (text) => formatByPattern(0, text, ENGLISH), '['.repeat(20_000)],
  ['an address with 65 kB of spaces', toSafeFileAddress, `https://example.com/${repeatPieces(SPACES, 65_000)}`],
])('%s takes few steps for each character', (_, read, input) => {
  expect(countWork(() => read(input))).toBeLessThan(FREE_STEPS * input.length)
})

const CODE = ['const a = 1\n', '/* ', '// ', '<a href="', '0f1e', '${', '```\n', '{ ', '@a ', '<?php ']
const HEX: Text = [['0f1e', 100]]

test('highlightCode takes steps in proportion to the estimated work', () => {
  fc.assert(
    fc.property(
      createTextArbitrary(fc.oneof(fc.constantFrom(...CODE), piece)),
      fc.constantFrom(...LANGUAGES),
      fc.constantFrom(100, 1000, 4000),
      (pieces, language, size) => {
        const code = repeatPieces(pieces, size)
        const estimate = estimateCodeWork(code, language)
        // A grammar may have up to one hundred expressions, which take steps even for short code.
        const freeSteps = FREE_STEPS * (code.length + 100)
        const steps = countWork(() => highlightCode(code, language))
        expect(steps).toBeLessThanOrEqual(estimate > LIMITS.code ? freeSteps : freeSteps + 10 * estimate)
      },
    ),
    {
      numRuns: RUNS,
      examples: [
        [HEX, 'JavaScript', 12_500],
        [HEX, 'JavaScript', 25_000],
        [HEX, 'SCSS', 2000],
      ],
    },
  )
})

test('estimateCodeWork is quadratic for a language whose grammar looks ahead to the end of the code', () => {
  const code = 'a\n'.repeat(1000)
  expect(estimateCodeWork(code, 'Markdown')).toBe(code.length ** 2)
  expect(estimateCodeWork(code, 'JavaScript')).toBeLessThan(code.length ** 2)
})

const PATTERNS = [
  ...['a*b', '(a|b)*c', '.*.*x', '^a+$', 'a{2,}', '(a?){9}a', '[a', '[^b]*b', '_+$', '(?<!b)a+$', '(a*)*b', '\\s+$'],
  ...['a*a*a*b', '(?:a|a)*b', '(a)\\1*b', 'a|b|c|d'],
]
const createConstant = (value: string) => ({ type: 'constant', value, result_type: 'text' })
const createCall = (name: string, args: unknown[]) => ({ type: 'function', name, args })
const now = createCall('now', [])
const words = fc
  .tuple(text, fc.constantFrom(10, 100, 1000))
  .map(([pieces, size]) => createConstant(repeatPieces(pieces, size)))
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
        [createCall('test', [createConstant('a'.repeat(1000)), createConstant('a*b')])],
        [createCall('test', [createConstant('a'), createConstant('['.repeat(5000))])],
        [createCall('formatDate', [now, createConstant('['.repeat(5000))])],
        [createCall('formatDate', [now, createConstant('X'.repeat(5000))])],
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
