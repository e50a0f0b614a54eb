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
const form = linkedDatabase('answers', [{ type: 'form' }])

/** Prepares a site whose root page has these blocks. Returns the access of the row of its database. */
async function getSubmissionAccess(...content: Node[]) {
  const dir = createFolder('forms')
  writeWorkspace(dir, buildWorkspace(page('Harbour', { key: 'home' }, content)))
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
  ['a table', [createSubmissions(['table'])], OPEN],
])('the access of the rows of a database with %s follows its views', async (_, content, access) => {
  expect(await getSubmissionAccess(...content)).toEqual(access)
})
