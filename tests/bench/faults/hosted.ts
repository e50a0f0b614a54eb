import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { createHostedId, type HostedData } from '@/tests/support/hosted/data'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'

/** Paths of the page that editors withdraw, and of a scheduled page. */
export const WITHDRAWN = 'withdrawn'
export const SCHEDULED = 'row-4'
export const SCHEDULED_AT = Date.UTC(2030, 0, 1)

const picture = (id: number) => `attachment:07d7cbd3-5280-5970-a061-5368bb04310${id}:picture-${id}.png`

/** Creates a hosted workspace with pictures, nested pages, and a database with a scheduled row. */
export async function createWorkspace(dir: string): Promise<HostedData> {
  const image = (id: number) => ({ type: 'image', properties: { source: [[picture(id)]] } })
  const data = createHostedWorkspace({
    Tides: { blocks: [image(1)], children: { Springs: {}, Neaps: { blocks: [image(2)] } } },
    Boats: { children: { Oars: { text: 'Two of them' } } },
    Charts: { blocks: [image(1), image(3)] },
    Withdrawn: { text: 'Not for everyone', blocks: [image(4)] },
  })
  addCollection(data, 'Boats', { rows: ['Row 1', 'Row 2', 'Row 3', 'Row 4'] })
  for (const { schema } of data.collection.values())
    Object.assign(schema as object, { when: { name: 'Publish at', type: 'date' } })
  const start = { type: 'date', start_date: new Date(SCHEDULED_AT).toISOString().slice(0, 10) }
  const row = data.block.get(createHostedId('Row 4'))
  if (row !== undefined) row.properties = { ...(row.properties as object), when: [['‣', [['d', start]]]] }
  mkdirSync(path.join(dir, 'uploads'), { recursive: true })
  for (let id = 1; id <= 4; id++) {
    const file = path.join(dir, 'uploads', `${id}.png`)
    const create = { width: 20 * id, height: 20, channels: 3, background: '#c8402c' } as const
    writeFileSync(file, await sharp({ create }).png().toBuffer())
    data.files.set(picture(id), { path: file, type: 'image/png' })
  }
  return data
}
