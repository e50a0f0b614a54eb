import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createStableId } from '@/cli/sample/ids'
import { createFolder, startSite } from '@/tests/support/site'
import type { Measurement } from './measurements'
import { timeResponse } from './time-response'

const SIZES = [300, 3000] as const
/** Pages of each kind and size; each is visited once, because a second visit would get a cached response. */
const COPIES = 7
const KINDS = { 'list items': 'numbered_list', headings: 'sub_header' }
const HOW = `Linear: first visits to ${COPIES} pages of ${SIZES.join(' and ')} blocks each, on a server that has responded before; the median response time per block of the larger pages, relative to that of the smaller ones.`

/** Measures how the server's time per block grows with the size of the page. */
export async function measureLinearity(): Promise<Measurement[]> {
  const dir = createFolder('bench')
  mkdirSync(`${dir}/workspace`)
  writeFileSync(`${dir}/workspace/map.json`, JSON.stringify(createMap()))
  const site = await startSite({ workspaceDir: `${dir}/workspace`, stateDir: `${dir}/state` })
  await timeResponse(site.url)
  const measurements: Measurement[] = []
  for (const kind of Object.keys(KINDS)) {
    const perBlock: number[] = []
    for (const size of SIZES) {
      const times: number[] = []
      for (let copy = 0; copy < COPIES; copy++)
        times.push(await timeResponse(`${site.url}/${createSlug(kind, size, copy)}`))
      perBlock.push((times.toSorted((a, b) => a - b)[Math.floor(COPIES / 2)] ?? Number.NaN) / size)
    }
    const [small = Number.NaN, large = Number.NaN] = perBlock
    measurements.push({
      name: `server time per block of 3,000 ${kind}, relative to 300`,
      measured: large / small,
      unit: 'times',
      limit: 3,
      limitIs: 'most',
      how: HOW,
    })
  }
  await site.stop()
  rmSync(dir, { recursive: true })
  return measurements
}

const createSlug = (kind: string, size: number, copy: number) => `${kind.replace(' ', '-')}-${size}-${copy}`

function createMap(): unknown {
  const block: Record<string, unknown> = {}
  const add = (key: string, type: string, parent: string, title: string, children: string[] = []): string => {
    const id = createStableId(key)
    const value = { id, type, alive: true, parent_id: createStableId(parent), parent_table: 'block', content: children }
    block[id] = { role: 'reader', value: { ...value, properties: { title: [[title]] } } }
    return id
  }
  const pages: string[] = []
  for (const [kind, type] of Object.entries(KINDS)) {
    for (const size of SIZES) {
      for (let copy = 0; copy < COPIES; copy++) {
        const page = createSlug(kind, size, copy)
        const blocks = Array.from({ length: size }, (_, index) =>
          add(`${page} ${index}`, type, page, `Number ${index} of the ${kind} of this page, in a few words`),
        )
        pages.push(add(page, 'page', 'root', page, blocks))
      }
    }
  }
  add('root', 'page', 'space', 'Root', pages)
  return { block }
}
