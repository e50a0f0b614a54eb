import { expect, test } from 'vitest'
import { renderChart } from '@/components/content/chart/chart'
import type { ChartData } from '@/components/content/chart/chart-data'
import type { ChartFormat } from '@/lib/workspace/read/chart-settings'
import { validateHtml } from '@/tests/support/html'

const FORMAT: ChartFormat = {
  kind: 'column',
  theme: 'auto',
  height: 'medium',
  legend: undefined,
  axisNames: 'none',
  grid: undefined,
  style: undefined,
  donutLabels: 'none',
  least: undefined,
  most: undefined,
  hasLabels: true,
  isSmooth: false,
  isFilled: true,
  isCumulative: false,
  isWeighted: false,
  hidesTitle: false,
  caption: '',
  lines: [],
}

function draw(format: Partial<ChartFormat>, values: (number | undefined)[][], more: Partial<ChartData> = {}) {
  const groups = (values[0] ?? []).map((_, at) => ({ label: `Group ${at + 1}` }))
  const chart: ChartData = {
    format: { ...FORMAT, ...format },
    name: 'Chart',
    groupName: 'Kind',
    valueName: 'Price: Sum',
    groups,
    series: values.length === 1 ? [{ label: '' }] : values.map((_, at) => ({ label: `Series ${at + 1}` })),
    values,
    texts: values.map((column) => column.map((value) => String(value ?? ''))),
    total: '42',
    empty: 'Nothing',
    formatTick: String,
    ...more,
  }
  const container = document.createElement('div')
  container.innerHTML = renderChart(chart)
  const find = (selector: string) => [...container.querySelectorAll(selector)]
  const read = (selector: string) => find(selector).map(({ textContent }) => textContent)
  const marks = () =>
    find('.chart-area svg path[fill^="var"], .chart-area svg path[fill^="color"]').map((path) => [
      path.getAttribute('fill'),
      path.getAttribute('d'),
    ])
  return { container, find, read, marks }
}

test('columns are as high as their values, and begin at 0', () => {
  const { marks, read } = draw({}, [[4, -2, undefined]])
  // From -2 to 4, so 0 is at two thirds. A third of the width is for each group, of which a column takes 70 %.
  expect(marks()).toEqual([['var(--tint-blue)', 'M50 0h233.3v666.7h-233.3zM383.3 666.7h233.3v333.3h-233.3z']])
  expect(read('.chart-y > span')).toEqual(['-2', '0', '2', '4'])
  expect(read('.chart-x > span')).toEqual(['Group 1', 'Group 2', 'Group 3'])
  expect(read('.chart-area span')).toEqual(['4', '-2'])
})

test('bars are columns from the side', () => {
  const { marks, read } = draw({ kind: 'bar' }, [[4, 2]])
  expect(marks()).toEqual([['var(--tint-blue)', 'M0 75h1000v350h-1000zM0 575h500v350h-500z']])
  expect(read('.chart-y > span')).toEqual(['Group 1', 'Group 2'])
  expect(read('.chart-x > span')).toEqual(['0', '1', '2', '3', '4'])
})

test('series are on top of each other, beside each other, or shares', () => {
  const values = [
    [1, 3],
    [3, 1],
  ]
  const get = (style: ChartFormat['style']) =>
    draw({ style }, values)
      .marks()
      .map(([, d]) => d)
  expect(get(undefined)).toEqual([
    'M75 750h350v250h-350zM575 250h350v750h-350z',
    'M75 0h350v750h-350zM575 0h350v250h-350z',
  ])
  expect(get('side_by_side')).toEqual([
    'M75 666.7h175v333.3h-175zM575 0h175v1000h-175z',
    'M250 0h175v1000h-175zM750 666.7h175v333.3h-175z',
  ])
  const shares = draw({ style: 'percent' }, [[0.25], [0.75]])
  expect(shares.read('.chart-y > span')).toEqual(['0', '0.25', '0.5', '0.75', '1'])
  expect(shares.read('.chart-area span')).toEqual([])
})

test('lines have gaps where there is no value, and areas unless the view hides them', () => {
  const lines = (format: Partial<ChartFormat>) =>
    draw({ kind: 'line', ...format }, [[2, 4, undefined, 1]]).find('svg g path')
  const [area, line] = lines({})
  expect(area?.getAttribute('fill-opacity')).toBe('0.12')
  expect(line?.getAttribute('d')).toBe('M125,500L375,0M875,750Z')
  expect(lines({ isFilled: false })).toHaveLength(1)
  const smooth = draw({ kind: 'line', isSmooth: true }, [[1, 3, 2]]).find('svg g path')
  expect(smooth[1]?.getAttribute('d')).toContain('C')
})

test('a donut has a slice for each value above 0, its total and a legend', () => {
  const { find, read } = draw({ kind: 'donut', donutLabels: 'name_and_value' }, [[3, -1, 1]])
  expect(find('svg[viewBox] path')).toHaveLength(2)
  expect(read('b')).toEqual(['42'])
  expect(read('li')).toEqual(['Group 1: 3', 'Group 2: -1', 'Group 3: 1'])
  expect(draw({ kind: 'donut', legend: 'off' }, [[3, 1]]).find('li')).toEqual([])
})

test('a number is shown with the name of what it counts', () => {
  expect(draw({ kind: 'number', caption: 'Of all' }, [[7]]).read('figure > *')).toEqual(['Price: Sum', '42', 'Of all'])
  expect(draw({ kind: 'number', hidesTitle: true }, [[7]]).read('figure > *')).toEqual(['42'])
})

test('a chart without groups says so', () => {
  expect(draw({}, [[]]).container.innerHTML).toBe('<p class="collection-empty">Nothing</p>')
})

test('colors are those of options, of the theme, or different ones', () => {
  const groups = [{ label: 'A', color: 'red' }, { label: 'B' }, { label: 'C', color: 'teal' }]
  const get = (format: Partial<ChartFormat>) =>
    draw(format, [[1, 1, 1]], { groups })
      .marks()
      .map(([color]) => color)
  const teal = 'color-mix(in oklab, var(--tint-green), var(--tint-blue))'
  expect(get({})).toEqual(['var(--tint-red)', 'var(--tint-gray)', teal])
  expect(get({ theme: 'pink' })).toEqual(['var(--tint-pink)'])
  expect(get({ theme: 'colorful' })).toEqual(['var(--tint-blue)', 'var(--tint-orange)', 'var(--tint-green)'])
  const shades = draw({ theme: 'pink' }, [[1], [1]]).find('.chart-area path[fill]')
  expect(shades.map((path) => path.getAttribute('fill'))).toEqual([
    'var(--tint-pink)',
    'color-mix(in oklab, var(--tint-pink), var(--ink) 70%)',
  ])
})

test('marks are as opaque as their values, each with its own opacity', () => {
  const read = (values: number[]) =>
    draw({ isWeighted: true }, [values])
      .find('.chart-area path[fill]')
      .map((path) => path.getAttribute('fill-opacity'))
  expect(read([1, 4])).toEqual(['0.81', null])
  expect(read([80, 88, 100])).toEqual(['0.95', '0.97', null])
  expect(read([5, 5])).toEqual([null])
})

test('the label of a line has the colors of text and paper', () => {
  const lines = [{ value: 1, label: 'Goal', color: 'lightgray', isDashed: false }]
  const { find } = draw({ lines, hasLabels: false }, [[2]])
  expect(find('.chart-area span').map((span) => span.getAttribute('style'))).toEqual([
    'inset-inline-start:0;bottom:50%;background:var(--paper)',
  ])
})

test.each(['column', 'bar', 'line', 'donut', 'number'] as const)('a %s with a caption is valid HTML', async (kind) => {
  const { container } = draw({ kind, caption: 'Of all', legend: 'side' }, [[1], [2]])
  const page = `<!doctype html><html lang="en"><head><title>Chart</title></head><body>${container.innerHTML}</body></html>`
  expect(await validateHtml(page)).toEqual([])
  expect(container.querySelector('figure')?.lastElementChild?.textContent).toBe('Of all')
})

test('names of axes, the grid, labels, the legend and lines are those of the view', () => {
  const stacked = [[1], [2]]
  expect(draw({}, stacked).read('li')).toEqual(['Series 1', 'Series 2'])
  expect(draw({ legend: 'off' }, stacked).find('li')).toEqual([])
  expect(draw({ axisNames: 'both' }, [[1]]).container.textContent).toMatch(/^Price: Sum.*Kind/s)
  expect(draw({ axisNames: 'x_axis' }, [[1]]).read('figure > div > div:first-child')).not.toEqual(['Price: Sum'])
  expect(draw({ hasLabels: false }, [[1]]).find('.chart-area span')).toEqual([])
  const count = (grid: ChartFormat['grid']) =>
    draw({ grid }, [[1, 2]])
      .find('path')[0]
      ?.getAttribute('d')
      ?.split('M').length
  expect([count('none'), count('horizontal'), count('vertical'), count('both')]).toEqual([1, 4, 2, 5])
  const lines = [{ value: 1, label: 'Goal', color: 'red', isDashed: true }]
  const { read, find } = draw({ lines, hasLabels: false }, [[2]])
  expect(read('.chart-area span')).toEqual(['Goal'])
  expect(find('path[stroke-dasharray]')[0]?.getAttribute('d')).toBe('M0 500H1000')
})

test('the drawing is hidden from screen readers, which get the table', () => {
  const { find, read } = draw({}, [[4, 2]])
  expect(find('figure > :not([aria-hidden])').map(({ className }) => className)).toEqual(['visually-hidden'])
  expect(read('caption')).toEqual(['Chart'])
  expect(read('td')).toEqual(['4', '2'])
})
