import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { StoredComment } from '@/lib/workspace/comments'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId } from '../support'

const PAGE = createHostedId('Talk')
const mention = (id: string) => [['‣', [['p', id]]]]

interface Row {
  status?: string
  text?: string
  page?: unknown
  replyTo?: string
}

/** Starts a workspace with a page and a database of comments. Returns the id of the database and a function that changes a row. */
async function startWithComments(rows: Record<string, Row>) {
  const data = createHostedWorkspace({ Talk: {}, List: {} })
  const collection = addCollection(data, 'List', { rows: Object.keys(rows), views: { Table: { type: 'table' } } })
  const record = data.collection.get(collection)
  if (record === undefined) throw new Error('There is no collection')
  record.name = [['Comments']]
  const option = (value: string) => ({ id: value, value, color: 'gray' })
  record.schema = {
    title: { name: 'Name', type: 'title' },
    text: { name: 'Text', type: 'text' },
    page: { name: 'Page', type: 'text' },
    stat: { name: 'Status', type: 'select', options: ['Pending', 'Approved', 'Spam'].map(option) },
    rply: { name: 'Reply to', type: 'relation', collection_id: collection },
  }
  const change = (
    name: string,
    { status = 'Approved', text = `Text of ${name}`, page = mention(PAGE), replyTo }: Row,
  ) => {
    const row = data.block.get(createHostedId(name))
    if (row === undefined) throw new Error(`There is no row ${name}`)
    row.properties = {
      title: [[name]],
      text: [[text]],
      page,
      stat: [[status]],
      ...(replyTo !== undefined && { rply: mention(createHostedId(replyTo)) }),
    }
  }
  for (const [name, row] of Object.entries(rows)) change(name, row)
  const bench = await Bench.start(data, 'official')
  return { bench, change, database: collection }
}

function readComments(bench: Bench): StoredComment[] | undefined {
  const { comments } = bench.manifest() as unknown as { comments?: { file: string } }
  return comments && JSON.parse(readFileSync(path.join(bench.snapshot, comments.file), 'utf8'))
}

const listNames = (bench: Bench) =>
  readComments(bench)
    ?.map(({ name }) => name)
    .sort()

test('fetches approved comments, and removes them when their row or its approval is gone', async () => {
  const { bench, change, database } = await startWithComments({
    Ann: {},
    Ben: { replyTo: 'Ann', page: [[`https://www.notion.so/Talk-${PAGE.replaceAll('-', '')}`]] },
    Cem: { status: 'Pending' },
    Dee: { status: 'Spam' },
    Eve: { page: [['no page']] },
  })
  const env = { COMMENTS: `notion:${database}` }
  expect(await bench.sync({ env })).toMatchObject({ state: 'done', failed: [] })
  expect(readComments(bench)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: createHostedId('Ann'), page: PAGE, name: 'Ann', text: 'Text of Ann' }),
      expect.objectContaining({ id: createHostedId('Ben'), page: PAGE, replyTo: createHostedId('Ann') }),
    ]),
  )
  expect(listNames(bench)).toEqual(['Ann', 'Ben'])

  change('Cem', {})
  change('Ann', { status: 'Spam' })
  bench.server.editor.delete(createHostedId('Ben'))
  await bench.sync({ env })
  expect(listNames(bench)).toEqual(['Cem'])
  await bench.sync()
  expect(readComments(bench)).toBeUndefined()
})

test('finds the database by its name', async () => {
  const { bench } = await startWithComments({ Ann: {} })
  expect(await bench.sync({ env: { COMMENTS: 'notion' } })).toMatchObject({ state: 'done', failed: [] })
  expect(listNames(bench)).toEqual(['Ann'])
})

test('keeps the former comments and says what is wrong if the database cannot be read', async () => {
  const { bench, database } = await startWithComments({ Ann: {} })
  await bench.sync({ env: { COMMENTS: `notion:${database}` } })
  const missing = createHostedId('Nothing')
  const report = await bench.sync({ env: { COMMENTS: `notion:${missing}` } })
  expect(report).toMatchObject({
    failed: [],
    comments: 'the connection does not see the database of COMMENTS: share it in Notion, or correct COMMENTS',
  })
  expect(listNames(bench)).toEqual(['Ann'])
})
