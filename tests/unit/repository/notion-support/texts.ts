import type { AnnotationResponse, MentionRichTextItemResponse, RichTextItemResponse } from '@notionhq/client'
import type { FormulaFunctionType, SubDecoration } from 'notion-types'
import { renderContent } from '@/blocks/content'
import { convertBlocks } from '@/blocks/markdown'
import { writeMarkdown } from '@/lib/formats/write-markdown'
import { FUNCTIONS } from '@/lib/workspace/formula/functions'
import type { Format, RichText } from '@/lib/workspace/record-map'
import { createNumberedId, createTestContext, prepareTestBody } from '../../page/stored-page'
import { createTable, quote } from './tables'

type ApiKind =
  | RichTextItemResponse['type']
  | MentionRichTextItemResponse['mention']['type']
  | Exclude<keyof AnnotationResponse, 'color'>
  | 'color'

interface FormatRow {
  name: string
  /** The kinds of the official API. */
  api: ApiKind[]
  /** The value of the format in the example. */
  value?: unknown
  /** The text of the example. A mention has a placeholder. */
  text?: string
  remarks?: string
}

const ID = createNumberedId(0xa)
const MENTION = '‣'

/** The formats of record maps. Each has one name. */
const FORMATS: Record<SubDecoration[0] | 'plc', FormatRow> = {
  b: { name: 'bold', api: ['bold'] },
  i: { name: 'italic', api: ['italic'] },
  s: { name: 'strikethrough', api: ['strikethrough'] },
  _: { name: 'underline', api: ['underline'], remarks: 'Markdown has none' },
  c: { name: 'code', api: ['code'] },
  a: { name: 'link', api: ['text'], value: 'https://example.com' },
  h: { name: 'color', api: ['color'], value: 'red', remarks: 'Markdown has none' },
  p: {
    name: 'page',
    api: ['mention', 'page', 'database'],
    value: ID,
    text: MENTION,
    remarks: 'only to those who may read it',
  },
  u: { name: 'person', api: ['user'], value: ID, text: MENTION },
  d: { name: 'date', api: ['date'], value: { type: 'date', start_date: '2026-01-01' }, text: MENTION },
  e: { name: 'equation', api: ['equation'], value: 'x^2', text: '⁍' },
  eoi: {
    name: 'linked issue, file or message',
    api: [],
    value: ID,
    text: MENTION,
    remarks: 'a link with the title that its record has',
  },
  lm: {
    name: 'link with a title',
    api: ['link_mention', 'link_preview'],
    value: { href: 'https://example.com', title: 'Example' },
    text: MENTION,
  },
  ce: {
    name: 'emoji of the workspace',
    api: ['custom_emoji'],
    value: ID,
    text: MENTION,
    remarks: 'its picture; in Markdown its name',
  },
  '‣': { name: 'an older form of the mentions `p` and `u`', api: [] },
  m: {
    name: 'comment',
    api: [],
    value: ID,
    remarks: 'only the text, because visitors do not read comments of editors',
  },
  si: { name: 'suggestion', api: [], value: ID, remarks: 'only the text as it is now' },
  plc: { name: 'placeholder of a template', api: ['template_mention'], remarks: 'only its text' },
}

const CONTEXT = createTestContext({ [ID]: { path: '/words', title: 'Words' } }, { [ID]: 'Ada' })

function convertExample(text: RichText): { html: string; markdown: string } {
  const { blocks } = prepareTestBody([{ type: 'text', title: text }], { ...CONTEXT, sources: true })
  const html = renderContent(prepareTestBody([{ type: 'text', title: text }], CONTEXT).blocks)
  return { html, markdown: writeMarkdown(convertBlocks(blocks, (address) => address)).trim() }
}

export function createFormatTable(): string {
  const rows = Object.entries(FORMATS).map(([kind, { name, api, value, text = 'words', remarks = '' }]) => {
    const format: Format = value === undefined ? [kind] : [kind, value]
    return [quote(kind), name, api.map(quote).join(', '), quote(convertExample([[text, [format]]]).markdown), remarks]
  })
  return createTable(['record maps', 'format', 'official API', 'in Markdown', 'remarks'], rows)
}

/** The kinds of the official API that no row contains. */
export function listApiKindsWithoutRow(): string[] {
  const all: Record<ApiKind, true> = {
    ...{ text: true, mention: true, equation: true },
    ...{ user: true, date: true, link_preview: true, link_mention: true, page: true, database: true },
    ...{ template_mention: true, custom_emoji: true },
    ...{ bold: true, italic: true, strikethrough: true, underline: true, code: true, color: true },
  }
  const listed = new Set<string>(Object.values(FORMATS).flatMap(({ api }) => api))
  return Object.keys(all).filter((kind) => !listed.has(kind))
}

const FORMULA_FUNCTIONS: Record<FormulaFunctionType, true> = {
  ...{ and: true, empty: true, equal: true, if: true, larger: true, largerEq: true, not: true, or: true },
  ...{ smaller: true, smallerEq: true, unequal: true, abs: true, add: true, cbrt: true, ceil: true, divide: true },
  ...{ exp: true, floor: true, ln: true, log10: true, log2: true, max: true, min: true, mod: true, multiply: true },
  ...{ pow: true, round: true, sign: true, sqrt: true, subtract: true, toNumber: true, unaryMinus: true },
  ...{ unaryPlus: true, concat: true, contains: true, format: true, join: true, length: true, replace: true },
  ...{ replaceAll: true, slice: true, test: true, date: true, dateAdd: true, dateBetween: true, dateSubtract: true },
  ...{ day: true, end: true, formatDate: true, fromTimestamp: true, hour: true, minute: true, month: true, now: true },
  ...{ start: true, timestamp: true, year: true },
}
/** Functions that the evaluator implements itself. */
const EVALUATED = ['if', 'and', 'or']

/** Returns the functions of older formulas that the site calculates, and those that it does not. */
export function splitFunctions(): { known: string[]; unknown: string[] } {
  const names = Object.keys(FORMULA_FUNCTIONS)
  const isKnown = (name: string) => Object.hasOwn(FUNCTIONS, name) || EVALUATED.includes(name)
  return { known: names.filter(isKnown), unknown: names.filter((name) => !isKnown(name)) }
}
