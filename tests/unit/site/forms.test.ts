import { expect, test } from 'vitest'
import { buildWorkspace } from '@/cli/sample/builder'
import { pageId } from '@/cli/sample/ids'
import type { Node, ViewSpec } from '@/cli/sample/nodes'
import { writeWorkspace } from '@/cli/sample/output'
import { database, linkedDatabase, page, row } from '@/cli/sample/pages'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { createFolder } from '../../support/site'

const createSubmissions = (types: ViewSpec['type'][], fullPage = false) =>
  database('Answers', {
    key: 'answers',
    fullPage,
    schema: { Name: { type: 'title' } },
    views: types.map((type) => ({ type })),
    rows: [row('A wish', {}, [], { key: 'wish' })],
  })
const table = linkedDatabase('answers', [{ type: 'table' }])
const drafts = database('Drafts', {
  key: 'drafts',
  schema: { Name: { type: 'title' }, Status: { type: 'select', options: { Published: 'green', Draft: 'gray' } } },
  views: [{ type: 'table' }],
  rows: [row('Draft', { Status: 'Draft' }, [table], { key: 'draft' })],
})
const form = linkedDatabase('answers', [{ type: 'form' }])

interface RecordMap {
  block: Record<string, { value: { alive?: boolean } }>
  collection_view: Record<string, { value: { type: string } }>
}

/** Prepares a site whose root page has these blocks, after a change of its record maps. Returns the access of the row of its database. */
async function getSubmissionAccess(content: Node[], change: (map: RecordMap) => void = () => {}) {
  const dir = createFolder('forms')
  const built = buildWorkspace(page('Harbour', { key: 'home' }, content))
  for (const map of built.pages.values()) change(map as unknown as RecordMap)
  writeWorkspace(dir, built)
  const env = readEnv({ WORKSPACE_DIR: dir, STATE_DIR: createFolder('forms-state') }, '/')
  await prepareSite(env, Date.now())
  const index = await readSavedIndex(openWorkingCopy(env))
  return index?.pages.find(({ id }) => id === pageId('wish'))?.access
}

const CLOSED = { kind: 'unpublished', reason: { why: 'form' } }
const OPEN = { kind: 'public' }

test.each<[name: string, content: Node[], access: object]>([
  ['a form', [createSubmissions(['form'])], CLOSED],
  ['a form on its own page', [createSubmissions(['form'], true)], CLOSED],
  ['two forms', [createSubmissions(['form', 'form'])], CLOSED],
  ['a form on two pages', [createSubmissions(['form']), page('Other', { key: 'other' }, [form])], CLOSED],
  ['a form and a table', [createSubmissions(['form', 'table'])], OPEN],
  ['a form, and a table on the same page', [createSubmissions(['form']), table], OPEN],
  [
    'a form, and a table on another page',
    [createSubmissions(['form']), page('Other', { key: 'other' }, [table])],
    OPEN,
  ],
  ['a form, and a table on a page that is not published', [createSubmissions(['form']), drafts], CLOSED],
  ['a table', [createSubmissions(['table'])], OPEN],
])('the access of the rows of a database with %s follows its views', async (_, content, access) => {
  expect(await getSubmissionAccess(content)).toEqual(access)
})

test('a table on a page in the trash publishes no rows of a form', async () => {
  const content = [createSubmissions(['form']), page('Other', { key: 'other' }, [table])]
  const access = await getSubmissionAccess(content, ({ block }) => {
    Object.assign(block[pageId('other')]?.value ?? {}, { alive: false })
  })
  expect(access).toEqual(CLOSED)
})

test('a view that is missing publishes no rows of a form', async () => {
  const access = await getSubmissionAccess([createSubmissions(['form', 'table'])], ({ collection_view }) => {
    for (const [id, { value }] of Object.entries(collection_view))
      if (value.type === 'table') delete collection_view[id]
  })
  expect(access).toEqual(CLOSED)
})
