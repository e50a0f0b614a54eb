import type { DataSourceViewObjectResponse, PageObjectResponse } from '@notionhq/client'
import type { PropertyFilter, RollupFunction } from '@notionhq/client/build/src/api-endpoints/common'
import type { CollectionViewType, NumberFormat, PropertyType } from 'notion-types'
import { getColumnKind } from '@/lib/page/collection/columns'
import { Conversion } from '@/lib/sync/official-api/conversion'
import { convertDataSource } from '@/lib/sync/official-api/schema'
import { convertFilter } from '@/lib/sync/official-api/views'
import { formatNumber } from '@/lib/workspace/numbers'
import { readAggregation } from '@/lib/workspace/query/aggregate'
import { isReadable } from '@/lib/workspace/read/shown-properties'
import { isViewType, type ViewType } from '@/lib/workspace/supported'
import { createTable, quote } from './tables'

type ApiPropertyType = PageObjectResponse['properties'][string]['type']
type Kind = ReturnType<typeof getColumnKind>

/** How the site shows the columns of each kind. */
const KINDS: Record<Kind, string> = {
  title: 'a link to the page of the row',
  text: 'text',
  number: 'a number',
  meter: 'a bar or a ring',
  tags: 'tags in their colors',
  people: 'names',
  pages: 'links to the pages that the visitor may read',
  date: 'a date in the language of the site, or in the format of the view',
  files: 'pictures, and links to other files',
  checkbox: 'a checkbox that cannot be changed',
  link: 'a link',
  cover: 'a picture',
}

/** The properties of record maps, with what the kind of their column leaves open. */
const PROPERTIES: Record<PropertyType | 'rollup' | 'verification' | 'place' | 'button', string> = {
  title: '',
  text: 'with its formats',
  number: 'as a bar or a ring if it is one in Notion, which only record maps say',
  select: '',
  status: 'as a checkbox if the view says so',
  multi_select: '',
  auto_increment_id: 'with its prefix',
  date: '',
  person: '',
  file: '',
  checkbox: '',
  url: 'whole if the property says so, which only record maps do',
  email: '',
  phone_number: '',
  formula: 'numbers, checkboxes and dates as such. See [formulas](#formulas)',
  relation: '',
  rollup: 'see [rollups](#rollups-and-calculations)',
  created_time: '',
  created_by: '',
  last_edited_time: '',
  last_edited_by: '',
  verification:
    'who verified the page and until when, until that day; with the official API only, because the form in record maps is not known',
  place: 'name and address; with the official API as a link to a map',
  button: 'a control for editors',
}

/** The properties of the official API. */
const API_PROPERTIES: Record<ApiPropertyType, true> = {
  number: true,
  url: true,
  select: true,
  multi_select: true,
  status: true,
  date: true,
  email: true,
  phone_number: true,
  checkbox: true,
  files: true,
  created_by: true,
  created_time: true,
  last_edited_by: true,
  last_edited_time: true,
  formula: true,
  button: true,
  unique_id: true,
  verification: true,
  place: true,
  title: true,
  rich_text: true,
  people: true,
  relation: true,
  rollup: true,
}

/** Returns the type in record maps of a property of the official API. */
function convertPropertyType(type: string): unknown {
  const source = { id: 'source', properties: { P: { id: 'p', name: 'P', type, [type]: {} } } }
  const { schema } = convertDataSource(source, undefined, new Conversion())
  return (schema as Record<string, { type: unknown }>).p?.type
}

export function createPropertyTable(): string {
  const rows = Object.entries(PROPERTIES).map(([type, remarks]) => {
    const schema = { name: 'P', type }
    const api = Object.keys(API_PROPERTIES).filter((each) => convertPropertyType(each) === type)
    return [
      quote(type),
      api.map(quote).join(', '),
      isReadable(schema) ? KINDS[getColumnKind(schema)] : 'nothing',
      remarks,
    ]
  })
  return createTable(['record maps', 'official API', 'shown as', 'remarks'], rows)
}

/** The properties of the official API that no row contains. */
export const listApiPropertiesWithoutRow = (): string[] =>
  Object.keys(API_PROPERTIES).filter((type) => !Object.hasOwn(PROPERTIES, String(convertPropertyType(type))))

/** How views are shown. The rows of a database that has no other views are listed. */
const VIEWS: Record<ViewType | CollectionViewType | DataSourceViewObjectResponse['type'] | 'feed', string> = {
  table: 'a table that can be sorted and filtered; with totals, wrapping and widths as configured',
  board: 'columns of cards, also with sub-groups',
  gallery: 'cards with covers',
  list: 'titles with their properties',
  calendar: 'a month, and on narrow screens a list by day',
  timeline: 'bars on a grid of days, with dependencies; on narrow screens and without script a list by date',
  chart: 'columns, bars, a line, a donut or a number, with a table of the values for screen readers and in Markdown',
  dashboard: 'its widgets in columns, before or after the database',
  form: 'never its answers. To let visitors fill in a form, embed its public address',
  map: 'a list, in which places link to a map; no third party before a click',
  feed: 'posts with the beginnings of their pages',
  reducer: 'no view, but the form in which the private API returns the rows of one',
}

export const createViewTable = (): string =>
  createTable(
    ['view', 'shown', 'as'],
    Object.entries(VIEWS).map(([type, shown]) => [
      quote(type),
      isViewType(type) || type === 'dashboard' ? 'yes' : 'no',
      shown,
    ]),
  )

type Keys<Union> = Union extends unknown ? keyof Union & string : never
type ViewConfiguration = NonNullable<DataSourceViewObjectResponse['configuration']>
/** The settings of views, without the names of properties, which the API adds to their ids. */
type Setting = Exclude<Keys<ViewConfiguration>, 'type' | `${string}_property_name`>

/** What becomes of each setting; `undefined` if it is as in Notion. */
const SETTINGS: Record<Setting, string | undefined> = {
  properties:
    'as in Notion, with the formats of dates, widths and wrapping. A card has each property in a line, or all in one',
  group_by: undefined,
  sub_group_by: undefined,
  cover: undefined,
  cover_size: undefined,
  cover_aspect: undefined,
  card_layout: undefined,
  date_property_id: undefined,
  end_date_property_id: undefined,
  view_range: 'a calendar shows a month, because a week has no place on a phone',
  show_weekends: 'a calendar shows all days',
  subtasks: undefined,
  wrap_cells: undefined,
  frozen_column_index: 'the first column stays on narrow screens',
  show_vertical_lines: 'tables have no vertical lines',
  show_table: 'the list below a timeline has the properties of its rows',
  table_properties: 'as above',
  preference: undefined,
  arrows_by: undefined,
  color_by: 'bars have one color',
  rows: undefined,
  map_by: undefined,
  is_form_closed: 'no form is shown',
  anonymous_submissions: 'no form is shown',
  submission_permissions: 'no form is shown',
  chart_type: undefined,
  x_axis: undefined,
  y_axis: undefined,
  x_axis_property_id: undefined,
  y_axis_property_id: undefined,
  value: undefined,
  sort: undefined,
  color_theme: undefined,
  height: undefined,
  hide_empty_groups: undefined,
  legend_position: undefined,
  show_data_labels: undefined,
  axis_labels: undefined,
  grid_lines: undefined,
  cumulative: undefined,
  smooth_line: undefined,
  hide_line_fill_area: undefined,
  group_style: undefined,
  y_axis_min: undefined,
  y_axis_max: undefined,
  donut_labels: undefined,
  hide_title: undefined,
  stack_by: undefined,
  reference_lines: undefined,
  caption: undefined,
  color_by_value: undefined,
}

export const createSettingTable = (): string =>
  createTable(
    ['setting', 'on the site'],
    Object.entries(SETTINGS).map(([name, shown]) => [quote(name), shown ?? 'as in Notion']),
  )

const ROLLUPS: Record<RollupFunction, string> = {
  count: '',
  count_values: '',
  empty: '',
  not_empty: '',
  unique: '',
  show_unique: '',
  percent_empty: '',
  percent_not_empty: '',
  sum: '',
  average: '',
  median: '',
  min: '',
  max: '',
  range: '',
  earliest_date: '',
  latest_date: '',
  date_range: '',
  checked: '',
  unchecked: '',
  percent_checked: '',
  percent_unchecked: '',
  count_per_group:
    'the official API does not name the group: the result of Notion, if the visitor may read all related rows',
  percent_per_group: 'as above',
  show_original: 'the values of the related rows that the visitor may read',
}

export function createRollupTable(): string {
  const isKnown = (name: string) =>
    name === 'show_original' ||
    (readAggregation(name) ?? readAggregation({ operator: name, groupName: 'Done' })) !== undefined
  const rows = Object.entries(ROLLUPS).map(([name, remarks]) => [quote(name), isKnown(name) ? 'yes' : 'no', remarks])
  return createTable(['function', 'calculated', 'remarks'], rows)
}

type FilterKind = Exclude<Keys<PropertyFilter>, 'property' | 'type'>
type Operators<Kind extends string> = PropertyFilter extends infer Filter
  ? Filter extends Record<Kind, infer Tests>
    ? Keys<Tests>
    : never
  : never

const TEXT = {
  equals: 'x',
  does_not_equal: 'x',
  contains: 'x',
  does_not_contain: 'x',
  starts_with: 'x',
  ends_with: 'x',
}
const EXISTENCE = { is_empty: true, is_not_empty: true }
const TEXTS = { ...TEXT, ...EXISTENCE }
const NUMBERS = {
  ...{ equals: 1, does_not_equal: 1, greater_than: 1, less_than: 1 },
  ...{ greater_than_or_equal_to: 1, less_than_or_equal_to: 1 },
}
const OPTIONS = { equals: 'x', does_not_equal: 'x', ...EXISTENCE }
const ITEMS = { contains: 'x', does_not_contain: 'x', ...EXISTENCE }
const DAY = '2026-01-01'
const DATES = {
  ...{ equals: DAY, before: DAY, after: DAY, on_or_before: DAY, on_or_after: DAY },
  ...{ this_week: {}, past_week: {}, past_month: {}, past_year: {}, next_week: {}, next_month: {}, next_year: {} },
  ...EXISTENCE,
}

/** A value for each operator of filters. */
const FILTERS: { [Kind in FilterKind]: Record<Operators<Kind>, unknown> } = {
  title: TEXTS,
  rich_text: TEXTS,
  url: TEXTS,
  email: TEXTS,
  phone_number: TEXTS,
  number: { ...NUMBERS, ...EXISTENCE },
  unique_id: { ...NUMBERS, ...EXISTENCE },
  checkbox: { equals: true, does_not_equal: true },
  select: OPTIONS,
  status: OPTIONS,
  multi_select: ITEMS,
  people: ITEMS,
  created_by: ITEMS,
  last_edited_by: ITEMS,
  relation: ITEMS,
  date: DATES,
  created_time: DATES,
  last_edited_time: DATES,
  files: EXISTENCE,
  formula: { string: { contains: 'x' }, checkbox: { equals: true }, number: { equals: 1 }, date: { equals: DAY } },
  rollup: {
    ...{ any: { number: { equals: 1 } }, none: { number: { equals: 1 } }, every: { number: { equals: 1 } } },
    ...{ date: { equals: DAY }, number: { equals: 1 } },
  },
  verification: { status: 'verified', does_not_equal: 'verified' },
}

export function createFilterTable(): string {
  const rows = Object.entries(FILTERS).map(([kind, values]) => {
    const split = { own: [] as string[], notion: [] as string[] }
    for (const [operator, value] of Object.entries(values)) {
      const filter = { property: 'p', [kind]: { [operator]: value } }
      const isConverted = convertFilter(filter, { p: { name: 'P', type: kind } }) !== undefined
      split[isConverted ? 'own' : 'notion'].push(quote(operator))
    }
    return [quote(kind), split.own.join(', '), split.notion.join(', ')]
  })
  return createTable(['property', 'filtered by the site', 'filtered by Notion at each sync'], rows)
}

const NUMBER_FORMATS: Record<NumberFormat | 'australian_dollar' | 'bahraini_dinar', true> = {
  number: true,
  number_with_commas: true,
  percent: true,
  dollar: true,
  australian_dollar: true,
  canadian_dollar: true,
  singapore_dollar: true,
  euro: true,
  pound: true,
  yen: true,
  ruble: true,
  rupee: true,
  won: true,
  yuan: true,
  real: true,
  lira: true,
  rupiah: true,
  franc: true,
  hong_kong_dollar: true,
  new_zealand_dollar: true,
  krona: true,
  norwegian_krone: true,
  mexican_peso: true,
  rand: true,
  new_taiwan_dollar: true,
  danish_krone: true,
  zloty: true,
  baht: true,
  forint: true,
  koruna: true,
  shekel: true,
  chilean_peso: true,
  philippine_peso: true,
  dirham: true,
  colombian_peso: true,
  riyal: true,
  ringgit: true,
  leu: true,
  argentine_peso: true,
  uruguayan_peso: true,
  peruvian_sol: true,
  bahraini_dinar: true,
}

/** Returns the formats of numbers that the site knows, and those that it does not. */
export function splitNumberFormats(): { known: string[]; unknown: string[] } {
  const names = Object.keys(NUMBER_FORMATS)
  const isKnown = (format: string) => format === 'number' || formatNumber(1234, format, 'en') !== '1234'
  return { known: names.filter(isKnown), unknown: names.filter((format) => !isKnown(format)) }
}
