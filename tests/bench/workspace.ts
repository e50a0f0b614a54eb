import { closeSync, openSync, writeSync } from 'node:fs'
import { runNode } from '@/server/children'

const VIEWS = ['table', 'board', 'gallery', 'list']
const COLUMNS = {
  title: { name: 'Name', type: 'title' },
  tags: { name: 'Tags', type: 'multi_select', options: createOptions('tag', 12) },
  stat: { name: 'State', type: 'select', options: createOptions('state', 4) },
  date: { name: 'Due', type: 'date' },
  numb: { name: 'Score', type: 'number', number_format: 'number_with_commas' },
  chec: { name: 'Done', type: 'checkbox' },
  site: { name: 'Site', type: 'url' },
  note: { name: 'Note', type: 'text' },
}
const VOCABULARY =
  'harbour tide vessel keeper signal lantern anchor cargo ledger chart compass current depth mooring passage pilot quay rope sail wharf'.split(
    ' ',
  )
const pickHarbourWord = (random: (limit: number) => number) => VOCABULARY[random(VOCABULARY.length)] ?? ''
/** Child pages of a page, in a workspace with a collection. */
const FAN = 10
const MOMENT = Date.UTC(2026, 0, 1)

/** Returns a function that picks one of `count` words by Zipf's law, so that a few words are frequent as in real texts. */
export function createZipfSource(count: number): (random: (limit: number) => number) => string {
  const steps = 1_000_000
  return (random) => createWord(Math.floor(count ** (random(steps) / steps)) - 1)
}

/** Returns a made-up word of syllables. Each number has another word. */
export function createWord(number: number): string {
  const [first, second] = ['bdfgklmnprstvz', 'aeiou']
  let word = ''
  for (let left = number + 5; left > 0; left = Math.floor(left / 70)) {
    word += first.charAt(left % 14) + second.charAt(Math.floor(left / 14) % 5)
  }
  return word
}

export interface BigWorkspace {
  pages: number
  /** The least blocks of a page, and how many more it may have. */
  least: number
  spread: number
  /** Picks a word of the text. Defaults to a few words about a harbour. */
  words?: (random: (limit: number) => number) => string
  /** Types of the views of its collection. */
  views?: readonly string[]
  /** Number of pages below each page. If set, the workspace has no collection, and all pages form a tree. */
  fan?: number
}

/**
 * Writes a made-up workspace as one big record map, the same at every run: a root page with a collection that has several views,
 * half of the pages as its rows, and the other half as a tree below the root.
 */
export function writeBigWorkspace(
  file: string,
  { pages, least, spread, words = pickHarbourWord, views: types = VIEWS, fan }: BigWorkspace,
): void {
  const random = createRandom(7)
  const out = openSync(file, 'w')
  const ids = Array.from({ length: pages }, (_, index) => createId(index))
  const [root = '', ...others] = ids
  const rows = fan === undefined ? others.slice(0, pages / 2) : []
  const plain = fan === undefined ? others.slice(pages / 2) : others
  const children = fan ?? FAN
  const collection = createId(pages)
  const holder = createId(pages + 1)
  const views = types.map((_, index) => createId(pages + 2 + index))
  let next = pages + 10
  let first = true
  const put = (block: Record<string, unknown>) => {
    const entry = {
      role: 'reader',
      value: { alive: true, version: 3, created_time: MOMENT, last_edited_time: MOMENT, ...block },
    }
    writeSync(out, `${first ? '' : ','}${JSON.stringify(block.id)}:${JSON.stringify(entry)}`)
    first = false
  }
  const sentence = (count: number) => Array.from({ length: count }, () => words(random)).join(' ')
  const body = (parent: string): string[] =>
    Array.from({ length: least + random(spread + 1) }, (_, index) => {
      const id = createId(next++)
      const title =
        index % 8 === 0 ? [[sentence(4)]] : [[`${sentence(20)} `], [sentence(2), [['b']]], [` ${sentence(20)}`]]
      const type = index % 8 === 0 ? 'header' : index % 3 === 0 ? 'bulleted_list' : 'text'
      put({ id, type, parent_id: parent, parent_table: 'block', properties: { title } })
      return id
    })

  writeSync(out, '{"block":{')
  put({
    id: root,
    type: 'page',
    parent_id: createId(pages + 9),
    parent_table: 'space',
    properties: { title: [['Harbour']] },
    content: [...(fan === undefined ? [holder] : []), ...plain.slice(0, children)],
  })
  if (fan === undefined) {
    put({
      id: holder,
      type: 'collection_view',
      parent_id: root,
      parent_table: 'block',
      collection_id: collection,
      view_ids: views,
    })
  }
  for (const [index, id] of plain.entries()) {
    const parent = index < children ? root : (plain[Math.floor(index / children) - 1] ?? root)
    put({
      id,
      type: 'page',
      parent_id: parent,
      parent_table: 'block',
      properties: { title: [[`${sentence(3)} ${index}`]] },
      content: [...body(id), ...plain.slice((index + 1) * children, (index + 2) * children)],
    })
  }
  for (const [index, id] of rows.entries()) {
    const properties = {
      title: [[`${sentence(3)} ${index}`]],
      tags: [[`tag ${random(12)},tag ${random(12)}`]],
      stat: [[`state ${random(4)}`]],
      date: [['‣', [['d', { type: 'date', start_date: `2026-0${1 + random(9)}-1${random(9)}` }]]]],
      numb: [[String(random(100_000))]],
      chec: [[random(2) === 0 ? 'Yes' : 'No']],
      site: [[`https://example.com/${index}`]],
      note: [[sentence(12)]],
    }
    put({ id, type: 'page', parent_id: collection, parent_table: 'collection', properties, content: body(id) })
  }
  const record = (value: unknown) => ({ role: 'reader', value })
  const visible = Object.keys(COLUMNS).map((property) => ({ property, visible: true }))
  const rest = {
    collection: {
      [collection]: record({
        id: collection,
        name: [['Ships']],
        parent_id: holder,
        parent_table: 'block',
        schema: COLUMNS,
      }),
    },
    collection_view: Object.fromEntries(
      views.map((id, index) => {
        const type = types[index] ?? 'table'
        const format = {
          [`${type}_properties`]: visible,
          ...(type === 'board' && { board_columns_by: { property: 'stat', type: 'select' } }),
        }
        const query2 = type === 'calendar' ? { calendar_by: 'date' } : {}
        return [id, record({ id, type, name: type, parent_id: holder, parent_table: 'block', format, query2 })]
      }),
    ),
    notion_user: {},
  }
  writeSync(out, `},${JSON.stringify(rest).slice(1)}`)
  closeSync(out)
}

function createOptions(name: string, count: number) {
  const colors = ['blue', 'green', 'orange', 'pink']
  return Array.from({ length: count }, (_, index) => ({
    id: `${name}${index}`,
    value: `${name} ${index}`,
    color: colors[index % 4],
  }))
}

/** Returns an id that is as hard to compress as a real one. */
function createId(number: number): string {
  const random = createRandom(number + 1)
  const hex = Array.from({ length: 32 }, () => random(16).toString(16)).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-')
}

/** Returns a seeded random number generator. It returns whole numbers below a limit. */
export function createRandom(seed: number): (limit: number) => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * limit)
  }
}

/** Prepares a workspace folder as a site does at its start. Returns the seconds that this took. */
export async function prepareFolder(folders: { workspaceDir: string; stateDir: string }): Promise<number> {
  const env = { WORKSPACE_DIR: folders.workspaceDir, STATE_DIR: folders.stateDir }
  const started = performance.now()
  const code = await runNode(['dist/prepare.mjs'], new AbortController().signal, env)
  if (code !== 0) throw new Error(`The workspace could not be prepared (exit code ${code})`)
  return (performance.now() - started) / 1000
}
