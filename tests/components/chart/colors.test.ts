import { describe, expect, test } from 'vitest'
import {
  getGroupPaints,
  getPaints,
  MAX_PAINTS,
  MIN_OPACITY,
  type Paint,
  toCssColor,
} from '@/components/content/chart/colors'
import type { ChartFormat } from '@/lib/workspace/read/chart-settings'
import { getContrast, readColors } from '../site/tokens'

type Numbers = [number, number, number]

const COLORS = readColors()
const TINTS = ['gray', 'brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red', 'teal']
const THEMES = [
  'auto',
  'colorful',
  'gray',
  'blue',
  'yellow',
  'green',
  'purple',
  'teal',
  'orange',
  'pink',
  'red',
] as const
/** Two colors with a smaller distance in Oklab are too similar. */
const MIN_DISTANCE = 0.045

const getPartPaints = (theme: ChartFormat['theme'], parts: { label: string; color?: string }[]) =>
  getPaints({ theme } as ChartFormat, parts)
const createParts = (count: number, colors: (string | undefined)[] = []) =>
  Array.from({ length: count }, (_, at) => ({ label: `${at}`, ...(colors[at] && { color: colors[at] }) }))

describe.each([
  ['by day', 0],
  ['by night', 1],
] as const)('%s', (_, theme) => {
  const getColor = (name: string) => COLORS.get(name)?.[theme] ?? expect.fail(`There is no color --${name}`)
  const paper = getColor('paper')

  /** Returns the color of a paint on the paper as Oklab. */
  function resolve({ color, opacity }: Paint): Numbers {
    const [, first = '', second = '', share = '50'] =
      color.match(/^color-mix\(in oklab, (.*), var\(--([a-z-]+)\)(?: (\d+)%)?\)$/) ?? []
    if (second !== '') return mix(resolve({ color: first, opacity }), toOklab(getColor(second)), Number(share) / 100)
    const [, name = ''] = color.match(/^var\(--([a-z-]+)\)$/) ?? []
    return toOklab(toHex(mix(parse(paper), parse(getColor(name)), opacity)))
  }
  const getPaperContrast = (paint: Paint) => getContrast(toHex(fromOklab(resolve(paint))), paper)

  test.each(THEMES)('the paints of the theme %s differ, and have enough contrast', (name) => {
    for (let count = 1; count <= MAX_PAINTS; count++) {
      const paints = getPartPaints(name, createParts(count))
      const colors = paints.map(resolve)
      expect(colors).toHaveLength(count)
      for (const paint of paints) expect(getPaperContrast(paint)).toBeGreaterThanOrEqual(3)
      for (const [at, color] of colors.entries()) {
        for (const other of colors.slice(at + 1)) expect(getDistance(color, other)).toBeGreaterThan(MIN_DISTANCE)
      }
    }
  })

  test.each([...TINTS, 'lightgray'])('%s has enough contrast, also as the smallest mark of weighted ones', (name) => {
    expect(getPaperContrast({ color: toCssColor(name), opacity: 1 })).toBeGreaterThanOrEqual(3)
    if (TINTS.includes(name)) {
      const [paint] = getGroupPaints({ theme: name } as ChartFormat, [{ label: '' }])
      expect(getPaperContrast({ color: paint?.color ?? '', opacity: MIN_OPACITY })).toBeGreaterThanOrEqual(3)
    }
  })
})

test('parts keep their own colors, and those without one or with the same one get others', () => {
  const paints = getPartPaints('auto', createParts(5, ['red', undefined, 'red', 'teal', 'blue']))
  expect(paints.map(({ color }) => color)).toEqual([
    'var(--tint-red)',
    'var(--tint-gray)',
    'var(--tint-brown)',
    toCssColor('teal'),
    'var(--tint-blue)',
  ])
  const equal = getPartPaints('auto', createParts(MAX_PAINTS, Array(MAX_PAINTS).fill('brown')))
  expect(new Set(equal.map(({ color }) => color)).size).toBe(MAX_PAINTS)
})

const parse = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Numbers
const toHex = (parts: Numbers) =>
  `#${parts
    .map((part) =>
      Math.round(Math.min(Math.max(part, 0), 255))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
const mix = (from: Numbers, to: Numbers, share: number) =>
  from.map((part, at) => part + ((to[at] ?? 0) - part) * share) as Numbers
const getDistance = (a: Numbers, b: Numbers) => Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)))

/** See https://bottosson.github.io/posts/oklab/. */
function toOklab(hex: string): Numbers {
  const [r, g, b] = parse(hex).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Numbers
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Numbers): Numbers {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => 255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)) as Numbers
}
