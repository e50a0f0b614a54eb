import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId } from '../support'

/** Creates a page with the notes of a meeting, which contain these blocks with a text each. */
function createMeeting(texts: string[]) {
  const meeting = { type: 'transcription', properties: { title: [['Our meeting']] } }
  const data = createHostedWorkspace({ Page: { blocks: [meeting] } })
  const id = createHostedId('Page 1')
  const add = (name: string, parent: string, content: string[] = []) => {
    const properties = { title: [[name]] }
    data.block.set(createHostedId(name), {
      ...{ id: createHostedId(name), type: 'text', alive: true, version: 1, created_time: 1, last_edited_time: 1 },
      ...{ parent_id: parent, parent_table: 'block', properties, content: content.map(createHostedId) },
    })
  }
  Object.assign(data.block.get(id) ?? {}, { content: texts.map(createHostedId) })
  for (const name of texts) {
    add(name, id, [`${name} detail`])
    add(`${name} detail`, createHostedId(name))
  }
  return data
}

/** Returns all files of a synced workspace as one text. */
function readWorkspace(dir: string): string {
  const found = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return found.map((each) => readFileSync(path.join(each.parentPath, each.name), 'utf8')).join('\n')
}

test('of the notes of a meeting, the workspace folder contains no transcript', async () => {
  const bench = await Bench.start(createMeeting(['summary', 'notes', 'spoken']), 'official')
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  const stored = readWorkspace(bench.dir)
  for (const text of ['Our meeting', 'summary detail', 'notes detail']) expect(stored).toContain(text)
  expect(stored).not.toContain('spoken')
  expect(stored).not.toContain(createHostedId('spoken'))
})

test('a meeting whose sections have no names is stored without content', async () => {
  const bench = await Bench.start(createMeeting([]), 'official')
  expect(await bench.sync()).toMatchObject({ state: 'done', failed: [] })
  expect(readWorkspace(bench.dir)).toContain('Our meeting')
})
