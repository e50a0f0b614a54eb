import { LineCounter, parseDocument } from 'yaml'
import * as z from 'zod'
import { VIEW_TYPES, type ViewType } from '../../../lib/workspace/supported'
import type { FormulaSpec } from '../formula'
import type { Options, PropertySpec, ViewSpec, WidgetSpec } from '../nodes'
import { SampleError } from '../schema'

const texts = z.array(z.string())

/** A value of a row: text, a number, options, keys of people or pages, a span of time, or files by their shown names. */
const property = z.union([z.string(), z.number(), z.boolean(), texts, z.record(z.string(), z.string())])
export type PropertyValue = z.output<typeof property>

/** The front matter of a page. Its properties are values of a row by the names of columns. */
export const pageSchema = z.strictObject({
  title: z.string(),
  icon: z.string().optional(),
  cover: z.string().optional(),
  coverPosition: z.number().optional(),
  fullWidth: z.boolean().optional(),
  smallText: z.boolean().optional(),
  created: z.string().optional(),
  edited: z.string().optional(),
  by: z.string().optional(),
  properties: z.record(z.string(), property).optional(),
})

const color = z.enum(['default', 'gray', 'brown', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink', 'red'])
const options = z.record(z.string(), color) satisfies z.ZodType<Options>

const plainType = z.enum([
  'title',
  'text',
  'date',
  'person',
  'file',
  'checkbox',
  'url',
  'email',
  'phone_number',
  'created_time',
  'last_edited_time',
  'created_by',
  'last_edited_by',
])

const column = z.discriminatedUnion('type', [
  z.strictObject({ type: plainType }),
  z.strictObject({
    type: z.literal('number'),
    format: z.enum(['number_with_commas', 'euro', 'percent']).optional(),
    shape: z.enum(['bar', 'ring']).optional(),
    color: color.optional(),
  }),
  z.strictObject({ type: z.enum(['select', 'multi_select']), options }),
  z.strictObject({ type: z.literal('status'), groups: z.record(z.string(), options) }),
  z.strictObject({
    type: z.literal('formula'),
    formula: z.custom<FormulaSpec>((value) => typeof value === 'object' && value !== null),
  }),
  z.strictObject({ type: z.literal('relation'), to: z.string() }),
  z.strictObject({
    type: z.literal('rollup'),
    relation: z.string(),
    target: z.string(),
    aggregation: z.string(),
  }),
  z.strictObject({ type: z.literal('auto_increment_id'), prefix: z.string() }),
]) satisfies z.ZodType<PropertySpec>

const view = z.strictObject({
  type: z.enum([...(Object.keys(VIEW_TYPES) as ViewType[]), 'form', 'dashboard']),
  chart: z
    .strictObject({
      kind: z.enum(['column', 'bar', 'line', 'donut', 'number']),
      measure: z.tuple([z.string(), z.string()]).optional(),
      stack: z.string().optional(),
      unit: z.enum(['day', 'week', 'month', 'year']).optional(),
      settings: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  get widgets(): z.ZodOptional<z.ZodType<WidgetSpec[][]>> {
    return z.array(z.array(z.strictObject({ view, width: z.number().optional() }))).optional()
  },
  name: z.string().optional(),
  show: texts.optional(),
  widths: z.record(z.string(), z.number()).optional(),
  cover: z.union([z.enum(['page_cover', 'page_content']), z.strictObject({ column: z.string() })]).optional(),
  coverSize: z.enum(['small', 'medium', 'large']).optional(),
  coverAspect: z.enum(['cover', 'contain']).optional(),
  by: z.string().optional(),
  group: z.string().optional(),
  sort: z.array(z.tuple([z.string(), z.enum(['ascending', 'descending'])])).optional(),
  where: z
    .array(
      z.strictObject({
        column: z.string(),
        operator: z.string(),
        value: z.union([z.string(), z.boolean()]).optional(),
      }),
    )
    .optional(),
  any: z.boolean().optional(),
  totals: z.record(z.string(), z.string()).optional(),
  wrap: z.boolean().optional(),
  limit: z.number().optional(),
  hideName: z.boolean().optional(),
}) satisfies z.ZodType<ViewSpec>

/** A database. Its rows are keys of pages. */
export const databaseSchema = z.strictObject({
  name: z.string(),
  icon: z.string().optional(),
  cover: z.string().optional(),
  description: z.string().optional(),
  schema: z.record(z.string(), column),
  views: z.array(view),
  rows: texts,
  fullPage: z.boolean().optional(),
  results: z.boolean().optional(),
  hidden: z.record(z.string(), z.enum(['hide', 'hide_if_empty'])).optional(),
})

/** Views of another database. */
export const linkedSchema = z.strictObject({
  database: z.string(),
  hideName: z.boolean().optional(),
  views: z.array(view),
})

/** What all pages share. */
export const workspaceSchema = z.strictObject({
  root: z.string(),
  people: z.record(z.string(), z.strictObject({ given: z.string(), family: z.string() })),
  emojis: z.record(z.string(), z.string()),
})

/**
 * Parses YAML and validates it with a schema. Throws an error with the file and line.
 *
 * @example parseData('content/journal.yaml', text, databaseSchema)
 */
export function parseData<Schema extends z.ZodType>(file: string, yaml: string, schema: Schema): z.output<Schema> {
  const counter = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: counter, prettyErrors: false })
  const refuse = (offset: number, problem: string): never => {
    throw new SampleError(`${file}:${counter.linePos(offset).line}: ${problem}`)
  }
  const [error] = document.errors
  if (error) return refuse(error.pos[0], error.message)
  const result = schema.safeParse(document.toJS())
  if (result.success) return result.data
  const [issue] = result.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const path = [...(issue?.path ?? []), ...unknown].map(String)
  const node: unknown = document.getIn(path, true)
  const range = node && typeof node === 'object' && 'range' in node && Array.isArray(node.range) ? node.range : [0]
  return refuse(Number(range[0]), [path.join('.'), issue?.message].filter(Boolean).join(': '))
}
