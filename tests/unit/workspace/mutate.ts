import fc from 'fast-check'
import type { Raw } from './maps'

/** Hostile rich text, both well-formed and malformed. */
const TEXTS: readonly unknown[] = [
  'x',
  [['x', [['a']]]],
  [['javascript:alert(1)']],
  [['<img src=x onerror=alert(1)>', [['b'], ['b'], ['h', 'red'], ['c']]]],
  [['x', [['a', 'javascript:alert(1)']]]],
  [['x', [['a', 'data:text/html,<script>alert(1)</script>']]]],
  [['x', [['a', 'https://example.com/\uFDD0']]]],
  [['⁍', [['e', '']]]],
  [['⁍', [['e', '\\char"FDD0']]]],
  [['⁍', [['e', '\\href{javascript:alert(1)}{x}']]]],
  [['‣', [['‣']]]],
  [['‣', [['lm', {}]]]],
  [['‣', [['lm', { href: 'javascript:alert(1)', title: '<b>', icon_url: 'javascript:alert(1)' }]]]],
  [['‣', [['lm', { href: 'https://example.com', title: 'x', thumbnail_url: 'data:text/html,x' }]]]],
  [['‣', [['d', { type: 'daterange', start_date: 5 }]]]],
  [['‣', [['d', { type: 'datetime', start_date: '2024-01-01', start_time: '99:99', time_zone: 'Nowhere' }]]]],
  [['‣', [['p', '__proto__']]]],
  [['‣', [['u', 'constructor']]]],
  [['‣', [['ce', 'toString']]]],
  [['‣', [['eoi', 'x']]]],
]

/** Hostile values for any field. */
const HOSTILE: readonly unknown[] = [
  null,
  0,
  -1,
  5,
  Number.MAX_VALUE,
  0.1,
  true,
  false,
  '',
  'x',
  '\ud800',
  '\u0000',
  'javascript:alert(1)',
  ' jaVascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '"><svg onload=alert(1)>',
  'data:image/svg+xml;base64,aaaa',
  '//evil.example',
  'x);position:fixed;inset:0;',
  'https://example.com/\uFDD0',
  'https://example.com/x);position:fixed;background:url(y',
  'someone@example.com',
  '<img src=x onerror=alert(1)>',
  '__proto__',
  'constructor',
  'toString',
  '2024-02-30',
  'a'.repeat(10_000),
  [],
  {},
  [null],
  [[]],
  [[null]],
  ['x'],
  { value: null },
  { role: 'none' },
  { id: 5 },
  { automation_ids: ['x'], email: 'someone@example.com', permissions: [] },
  ...TEXTS,
]

const TYPES = [
  'page',
  'collection_view_page',
  'collection_view',
  'text',
  'table',
  'table_row',
  'column_list',
  'alias',
  'transclusion_container',
  'transclusion_reference',
  'code',
  'image',
  'drive',
  'embed',
  'video',
  'bookmark',
  'callout',
  'equation',
  'header',
  'bulleted_list',
  'tab',
  undefined,
]

/** Properties that the renderer of blocks reads. */
const PROPERTIES = ['title', 'caption', 'source', 'link', 'description', 'alt_text', 'size', 'language', 'checked']
const SETTINGS = [
  'page_icon',
  'page_cover',
  'block_color',
  'block_width',
  'block_height',
  'block_aspect_ratio',
  'display_source',
  'bookmark_icon',
  'bookmark_cover',
  'drive_properties',
  'column_ratio',
  'list_start_index',
  'toggleable',
  'original_url',
  'attributes',
]

/** One change of a map. Each number selects one of the existing items by its remainder. */
export type Mutation =
  | { kind: 'replace' | 'remove'; path: number[]; value: number }
  | {
      kind:
        | 'content'
        | 'parent'
        | 'pointer'
        | 'both'
        | 'type'
        | 'rename'
        | 'unwrap'
        | 'collection'
        | 'property'
        | 'setting'
      a: number
      b: number
    }

const number = fc.nat(1_000_000)

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('replace' as const, 'remove' as const),
    path: fc.array(number, { minLength: 1, maxLength: 9 }),
    value: number,
  }),
  fc.record({
    kind: fc.constantFrom(
      'content' as const,
      'parent' as const,
      'pointer' as const,
      'both' as const,
      'type' as const,
      'rename' as const,
      'unwrap' as const,
      'collection' as const,
      'property' as const,
      'setting' as const,
    ),
    a: number,
    b: number,
  }),
)

type Mutable = Record<string, unknown>

const isMutable = (value: unknown): value is Mutable => typeof value === 'object' && value !== null

/** Returns a copy of the map with all mutations applied. */
export function mutate(map: Raw, mutations: Mutation[]): unknown {
  const copy = structuredClone(map)
  for (const each of mutations) {
    if ('path' in each) mutateAt(copy, each)
    else mutateBlocks(copy, each)
  }
  return copy
}

function mutateAt(map: Mutable, { kind, path, value }: Extract<Mutation, { path: number[] }>): void {
  let current = map
  let key = pick(Object.keys(current), path[0] ?? 0)
  for (const step of path.slice(1)) {
    const next = key === undefined ? undefined : current[key]
    if (!isMutable(next) || Object.keys(next).length === 0) break
    current = next
    key = pick(Object.keys(current), step)
  }
  if (key === undefined) return
  if (kind === 'remove') delete current[key]
  // Copy the value, because a later mutation would change an object that is shared by two places in both.
  else current[key] = structuredClone(HOSTILE[value % HOSTILE.length])
}

function mutateBlocks(map: Mutable, { kind, a, b }: Extract<Mutation, { a: number }>): void {
  const table = map.block
  if (!isMutable(table)) return
  const [first, second] = [pick(Object.keys(table), a), pick(Object.keys(table), b)]
  if (first === undefined || second === undefined) return
  const entry = table[first]
  const record = isMutable(entry) ? entry.value : undefined
  if (!isMutable(record)) return
  if (kind === 'parent' || kind === 'both') Object.assign(record, { parent_id: second, parent_table: 'block' })
  if (kind === 'content' || kind === 'both')
    record.content = [...(Array.isArray(record.content) ? record.content : []), second]
  if (kind === 'type') record.type = TYPES[b % TYPES.length]
  if (kind === 'rename') table[b % 2 ? first.toUpperCase() : first.replaceAll('-', '')] = entry
  if (kind === 'unwrap') table[first] = b % 2 ? record : { spaceId: 'x', value: { value: record, role: 'reader' } }
  if (kind === 'property') setHostileValue(record, 'properties', PROPERTIES, TEXTS, b)
  if (kind === 'setting') setHostileValue(record, 'format', SETTINGS, HOSTILE, b)
  if (kind === 'pointer') {
    record.type = 'transclusion_reference'
    record.format = { transclusion_reference_pointer: { id: second } }
    const target = table[second]
    if (b % 3 && isMutable(target) && isMutable(target.value)) target.value.type = 'transclusion_container'
  }
  if (kind === 'collection') {
    const collection = isMutable(map.collection) ? pick(Object.keys(map.collection), b) : undefined
    Object.assign(record, { parent_id: collection, parent_table: 'collection' })
  }
}

/** Sets a hostile value for one of the names or of the existing keys. */
function setHostileValue(
  record: Mutable,
  field: string,
  names: readonly string[],
  values: readonly unknown[],
  choice: number,
): void {
  const current = isMutable(record[field]) ? record[field] : {}
  const name = pick([...names, ...Object.keys(current)], choice)
  const value = structuredClone(pick(values, Math.floor(choice / 100)))
  if (name !== undefined) record[field] = { ...current, [name]: value }
}

function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % items.length]
}
