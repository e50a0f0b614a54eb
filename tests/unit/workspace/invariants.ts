import { getShownContainer } from '@/lib/workspace/clean/synced'
import { DEEPEST } from '@/lib/workspace/clean/tree'
import { toUuid } from '@/lib/workspace/ids'
import { type Block, type Collection, type Id, PAGE_TYPES, type RecordMap } from '@/lib/workspace/record-map'

type Blocks = Record<Id, Block>

/** What must hold of every clean map, whatever it was made from. Each fault is one line; none means that all is well. */
export function faultsIn(map: RecordMap): string[] {
  return [
    ...typeFaults(map),
    ...contentFaults(map.block),
    ...parentFaults(map),
    ...syncFaults(map.block),
    ...stringFaults(map),
    ...personFaults(map),
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
const isMoment = (value: unknown) => Number.isInteger(value) && (value as number) >= 0

function typeFaults(map: RecordMap): string[] {
  const faults: string[] = []
  const hold = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault)
  }
  for (const [id, block] of Object.entries(map.block)) {
    hold(toUuid(id) === id && block.id === id, `block ${id}: its id`)
    hold(/^[a-z][a-z0-9_]*$/.test(block.type), `block ${id}: type ${block.type}`)
    hold(toUuid(block.parent_id) === block.parent_id, `block ${id}: parent_id`)
    hold(['block', 'collection', 'space', 'team', 'unknown'].includes(block.parent_table), `block ${id}: parent_table`)
    hold(typeof block.alive === 'boolean', `block ${id}: alive`)
    hold(isIds(block.content), `block ${id}: content`)
    hold(Object.values(block.properties).every(isText), `block ${id}: properties`)
    hold(isMoment(block.created_time) && isMoment(block.last_edited_time), `block ${id}: times`)
    hold(block.type !== 'collection_view' || isIds(block.view_ids), `block ${id}: view_ids`)
    hold(block.collection_id === undefined || isIds([block.collection_id]), `block ${id}: collection_id`)
    hold(
      Object.keys(block).every((key) => BLOCK_FIELDS.has(key)),
      `block ${id}: fields ${Object.keys(block)}`,
    )
  }
  for (const [id, collection] of Object.entries(map.collection)) {
    hold(collection.id === id && isText(collection.name), `collection ${id}: id and name`)
    const properties = Object.values(collection.schema)
    hold(
      properties.every(({ name, type }) => typeof name === 'string' && typeof type === 'string'),
      `collection ${id}: schema`,
    )
    hold(
      properties.some(({ type }) => type === 'title'),
      `collection ${id}: title`,
    )
  }
  for (const [id, view] of Object.entries(map.collection_view)) {
    hold(view.id === id && typeof view.type === 'string' && typeof view.name === 'string', `view ${id}`)
  }
  for (const answer of Object.values(map.collection_query).flatMap((views) => Object.values(views))) {
    hold(isIds(answer.rows) && answer.groups.every((group) => isIds(group.rows)), 'a query answer')
  }
  return faults
}

const BLOCK_FIELDS = new Set(
  'id type parent_id parent_table alive properties format content collection_id view_ids created_time last_edited_time created_by_id last_edited_by_id'.split(
    ' ',
  ),
)

function contentFaults(blocks: Blocks): string[] {
  const faults: string[] = []
  const holder = new Map<Id, Id>()
  for (const block of Object.values(blocks)) {
    for (const child of block.content) {
      if (holder.has(child)) faults.push(`block ${child} lies in several blocks`)
      holder.set(child, block.id)
    }
  }
  for (const id of Object.keys(blocks)) {
    let depth = 0
    let at: Id | undefined = id
    const seen = new Set<Id>()
    while (at !== undefined && !seen.has(at)) {
      seen.add(at)
      at = holder.get(at)
    }
    if (at !== undefined) faults.push(`block ${id} lies in a circle of content`)
    for (let up = holder.get(id); up !== undefined && depth <= DEEPEST + 2; up = holder.get(up)) {
      depth++
      if (PAGE_TYPES.has(blocks[up]?.type ?? '')) break
    }
    const isRow = blocks[id]?.type === 'table_row' || blocks[holder.get(id) ?? '']?.type === 'table'
    if (depth > DEEPEST + (isRow ? 1 : 0)) faults.push(`block ${id} lies too deep`)
  }
  return faults
}

function parentFaults({ block, collection }: RecordMap): string[] {
  type Node = Block | Collection
  const ends = new Set<Node>()
  const faults: string[] = []
  for (const start of Object.values(block)) {
    const path = new Set<Node>()
    let at: Node | undefined = start
    while (at !== undefined && !ends.has(at) && !path.has(at)) {
      path.add(at)
      const { parent_id, parent_table }: Node = at
      at =
        parent_table === 'block' ? block[parent_id] : parent_table === 'collection' ? collection[parent_id] : undefined
    }
    if (at !== undefined && path.has(at)) faults.push(`block ${start.id} has no end of parents`)
    for (const node of path) ends.add(node)
  }
  return faults
}

/** Shows every page as a renderer would and counts. */
function syncFaults(blocks: Blocks): string[] {
  const most = Object.keys(blocks).length + 50_000
  for (const page of Object.values(blocks).filter(({ type }) => PAGE_TYPES.has(type))) {
    let shown = 0
    const stack: [id: Id, depth: number][] = page.content.map((id) => [id, 1])
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const [id, depth] = next
      const block = blocks[id]
      if (block === undefined || PAGE_TYPES.has(block.type)) continue
      if (++shown > most || depth > DEEPEST + 21) return [`page ${page.id} shows too much`]
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

/** Where there is no formatted text, whatever it may look like. */
const SETTINGS: ReadonlySet<string> = new Set(['format', 'query', 'more', 'groups'])

/** Where editors choose the keys. */
const NAMED_FREELY: ReadonlySet<string> = new Set(['properties', 'schema'])

function stringFaults(map: RecordMap): string[] {
  const faults: string[] = []
  const whole = { ...map, preview_images: Object.values(map.preview_images) }
  const stack: [value: unknown, key: string, isText: boolean][] = [[whole, '', true]]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [value, key, isText] = next
    if (typeof value === 'string') {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
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

/** What a browser makes of an address in a page of the site. */
function isHarmless(address: string): boolean {
  if (/^attachment:[0-9a-f-]+:/i.test(address) || /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i.test(address))
    return true
  if (!URL.canParse(address, 'https://site.example/a/b')) return false
  const { protocol, host } = new URL(address, 'https://site.example/a/b')
  const isWritten = /^[a-z][a-z0-9+.-]*:/i.test(address)
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) && (isWritten || host === 'site.example')
}

function personFaults(map: RecordMap): string[] {
  const names = Object.values(map.notion_user)
  return names
    .filter((name) => typeof name !== 'string' || /\S@\S/.test(name))
    .map((name) => `a person's name is ${name}`)
}
