import { getShownContainer } from '@/lib/workspace/clean/synced'
import { MAX_DEPTH } from '@/lib/workspace/clean/tree'
import { toUuid } from '@/lib/workspace/ids'
import { type Block, type Collection, type Id, PAGE_TYPES, type RecordMap } from '@/lib/workspace/record-map'

type Blocks = Record<Id, Block>

/** Checks the invariants of every clean map, and returns each violation as one line. */
export function findMapFaults(map: RecordMap): string[] {
  return [
    ...findTypeFaults(map),
    ...findContentFaults(map.block),
    ...findParentFaults(map),
    ...findSyncFaults(map.block),
    ...findStringFaults(map),
    ...findPersonFaults(map),
  ]
}

const isText = (value: unknown) =>
  Array.isArray(value) &&
  value.every(
    (piece) =>
      Array.isArray(piece) &&
      typeof piece[0] === 'string' &&
      piece.length <= 2 &&
      (piece[1] === undefined ||
        (Array.isArray(piece[1]) &&
          piece[1].every((format) => Array.isArray(format) && typeof format[0] === 'string'))),
  )

const isIds = (value: unknown) => Array.isArray(value) && value.every((id) => toUuid(id) === id)
const isTimestamp = (value: unknown) => Number.isInteger(value) && (value as number) >= 0

function findTypeFaults(map: RecordMap): string[] {
  const faults: string[] = []
  const check = (isValid: boolean, fault: string) => {
    if (!isValid) faults.push(fault)
  }
  for (const [id, block] of Object.entries(map.block)) {
    check(toUuid(id) === id && block.id === id, `block ${id}: its id`)
    check(/^[a-z][a-z0-9_]*$/.test(block.type), `block ${id}: type ${block.type}`)
    check(toUuid(block.parent_id) === block.parent_id, `block ${id}: parent_id`)
    check(['block', 'collection', 'space', 'team', 'unknown'].includes(block.parent_table), `block ${id}: parent_table`)
    check(typeof block.alive === 'boolean', `block ${id}: alive`)
    check(isIds(block.content), `block ${id}: content`)
    check(Object.values(block.properties).every(isText), `block ${id}: properties`)
    check(isTimestamp(block.created_time) && isTimestamp(block.last_edited_time), `block ${id}: times`)
    check(block.type !== 'collection_view' || isIds(block.view_ids), `block ${id}: view_ids`)
    check(block.collection_id === undefined || isIds([block.collection_id]), `block ${id}: collection_id`)
    check(
      Object.keys(block).every((key) => BLOCK_FIELDS.has(key)),
      `block ${id}: fields ${Object.keys(block)}`,
    )
  }
  for (const [id, collection] of Object.entries(map.collection)) {
    check(collection.id === id && isText(collection.name), `collection ${id}: id and name`)
    const properties = Object.values(collection.schema)
    check(
      properties.every(({ name, type }) => typeof name === 'string' && typeof type === 'string'),
      `collection ${id}: schema`,
    )
    check(
      properties.some(({ type }) => type === 'title'),
      `collection ${id}: title`,
    )
  }
  for (const [id, view] of Object.entries(map.collection_view)) {
    check(view.id === id && typeof view.type === 'string' && typeof view.name === 'string', `view ${id}`)
  }
  for (const result of Object.values(map.collection_query).flatMap((views) => Object.values(views))) {
    check(isIds(result.rows) && result.groups.every((group) => isIds(group.rows)), 'a query result')
  }
  return faults
}

const BLOCK_FIELDS = new Set(
  'id type parent_id parent_table alive properties format content collection_id view_ids created_time last_edited_time created_by_id last_edited_by_id'.split(
    ' ',
  ),
)

function findContentFaults(blocks: Blocks): string[] {
  const faults: string[] = []
  const holder = new Map<Id, Id>()
  for (const block of Object.values(blocks)) {
    for (const child of block.content) {
      if (holder.has(child)) faults.push(`block ${child} is listed in several blocks`)
      holder.set(child, block.id)
    }
  }
  for (const id of Object.keys(blocks)) {
    let depth = 0
    let current: Id | undefined = id
    const seen = new Set<Id>()
    while (current !== undefined && !seen.has(current)) {
      seen.add(current)
      current = holder.get(current)
    }
    if (current !== undefined) faults.push(`block ${id} is in a cycle of content`)
    for (let up = holder.get(id); up !== undefined && depth <= MAX_DEPTH + 2; up = holder.get(up)) {
      depth++
      if (PAGE_TYPES.has(blocks[up]?.type ?? '')) break
    }
    const isRow = blocks[id]?.type === 'table_row' || blocks[holder.get(id) ?? '']?.type === 'table'
    if (depth > MAX_DEPTH + (isRow ? 1 : 0)) faults.push(`block ${id} is too deep`)
  }
  return faults
}

function findParentFaults({ block, collection }: RecordMap): string[] {
  type Node = Block | Collection
  const ends = new Set<Node>()
  const faults: string[] = []
  for (const start of Object.values(block)) {
    const path = new Set<Node>()
    let current: Node | undefined = start
    while (current !== undefined && !ends.has(current) && !path.has(current)) {
      path.add(current)
      const { parent_id, parent_table }: Node = current
      current =
        parent_table === 'block' ? block[parent_id] : parent_table === 'collection' ? collection[parent_id] : undefined
    }
    if (current !== undefined && path.has(current)) faults.push(`block ${start.id} has a cycle of parents`)
    for (const node of path) ends.add(node)
  }
  return faults
}

/** Counts the blocks that a renderer would show on each page. */
function findSyncFaults(blocks: Blocks): string[] {
  const maxBlocks = Object.keys(blocks).length + 50_000
  for (const page of Object.values(blocks).filter(({ type }) => PAGE_TYPES.has(type))) {
    let shown = 0
    const stack: [id: Id, depth: number][] = page.content.map((id) => [id, 1])
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const [id, depth] = next
      const block = blocks[id]
      if (block === undefined || PAGE_TYPES.has(block.type)) continue
      if (++shown > maxBlocks || depth > MAX_DEPTH + 21) return [`page ${page.id} shows too much`]
      const container = getShownContainer(block)
      for (const child of container === undefined ? block.content : [...block.content, container]) {
        stack.push([child, depth + 1])
      }
    }
  }
  return []
}

const ADDRESS_FIELDS = new Set(
  'href icon_url thumbnail_url page_cover display_source bookmark_icon bookmark_cover original_url uri url thumbnail cover'.split(
    ' ',
  ),
)
const CSS_FIELDS = new Set(
  'icon_url thumbnail_url page_cover bookmark_icon bookmark_cover thumbnail cover page_icon icon'.split(' '),
)

/** Fields that contain no rich text, even if a list in them has the same shape. */
const SETTINGS: ReadonlySet<string> = new Set(['format', 'query', 'more', 'groups'])

/** Fields with keys that editors choose. */
const NAMED_FREELY: ReadonlySet<string> = new Set(['properties', 'schema'])

function findStringFaults(map: RecordMap): string[] {
  const faults: string[] = []
  const whole = { ...map, preview_images: Object.values(map.preview_images) }
  const stack: [value: unknown, key: string, isText: boolean][] = [[whole, '', true]]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [value, key, isText] = next
    if (typeof value === 'string') {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the check searches for control characters
      if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(value) || !isWellFormed(value))
        faults.push(`${key}: characters`)
      if (ADDRESS_FIELDS.has(key) && !isHarmless(value)) faults.push(`${key}: address ${value}`)
      if (CSS_FIELDS.has(key) && !value.startsWith('attachment:') && /["'()\s]/.test(value) && /[:/]/.test(value)) {
        faults.push(`${key}: ends a style ${value}`)
      }
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) faults.push(`${key}: ${value}`)
    } else if (typeof value === 'object' && value !== null) {
      if (isText && Array.isArray(value) && value[0] === 'a' && value.length === 2 && !isHarmless(String(value[1]))) {
        faults.push(`a link to ${value[1]}`)
      }
      for (const [name, each] of Object.entries(value)) {
        if (name in Object.prototype) faults.push(`${key}: has a key ${name}`)
        if (!NAMED_FREELY.has(key) && /automation|permission|email|webhook/i.test(name))
          faults.push(`${key}: has a key ${name}`)
        stack.push([each, Array.isArray(value) ? key : name, isText && !SETTINGS.has(name)])
      }
    } else if (typeof value !== 'boolean' && value !== null) {
      faults.push(`${key}: ${typeof value}`)
    }
  }
  return faults
}

const isWellFormed = (value: string) => !/\p{Cs}/u.test(value)

/** Resolves an address like a browser on a page of the site, and returns whether it is safe. */
function isHarmless(address: string): boolean {
  if (/^attachment:[0-9a-f-]+:/i.test(address) || /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i.test(address))
    return true
  if (!URL.canParse(address, 'https://site.example/a/b')) return false
  const { protocol, host } = new URL(address, 'https://site.example/a/b')
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(address)
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) && (hasScheme || host === 'site.example')
}

function findPersonFaults(map: RecordMap): string[] {
  const names = Object.values(map.notion_user)
  return names
    .filter((name) => typeof name !== 'string' || /\S@\S/.test(name))
    .map((name) => `a person's name is ${name}`)
}
