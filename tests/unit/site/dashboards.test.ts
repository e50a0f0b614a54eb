import { expect, test } from 'vitest'
import { buildWorkspace } from '@/cli/sample/builder'
import { pageId } from '@/cli/sample/ids'
import type { ViewSpec } from '@/cli/sample/nodes'
import { writeWorkspace } from '@/cli/sample/output'
import { database, page, row } from '@/cli/sample/pages'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { createFolder } from '../../support/site'

const TABLE: ViewSpec = { type: 'table', name: 'All' }
const DASHBOARD: ViewSpec = { type: 'dashboard', name: 'Overview', widgets: [[{ view: TABLE }]] }

/** Prepares a site with a database on a page that only members may read. Returns the access of the database's row. */
async function getTaskAccess(views: ViewSpec[], { fullPage, root }: { fullPage: boolean; root: string | undefined }) {
  const tasks = database('Tasks', {
    ...{ key: 'tasks', fullPage, views },
    schema: { Name: { type: 'title' } },
    rows: [row('A task', {}, [], { key: 'task' })],
  })
  const areas = database('Areas', {
    key: 'areas',
    schema: { Name: { type: 'title' }, Access: { type: 'select', options: { Members: 'blue' } } },
    views: [TABLE],
    rows: [row('Internal', { Access: 'Members' }, [tasks], { key: 'internal' })],
  })
  const dir = createFolder('dashboards')
  writeWorkspace(dir, buildWorkspace(page('Harbour', { key: 'home' }, [areas])))
  const more = root === undefined ? {} : { NOTION_ROOT_PAGE: root }
  const env = readEnv({ WORKSPACE_DIR: dir, STATE_DIR: createFolder('dashboards-state'), ...more }, '/')
  await prepareSite(env, Date.now())
  const index = await readSavedIndex(openWorkingCopy(env))
  return index?.pages.find(({ id }) => id === pageId('task'))?.access
}

const PLACES = [
  ['an inline database', 'a root page', { fullPage: false, root: pageId('home') }],
  ['an inline database', 'no root page', { fullPage: false, root: undefined }],
  ['a database on its own page', 'a root page', { fullPage: true, root: pageId('home') }],
  ['a database on its own page', 'no root page', { fullPage: true, root: undefined }],
] as const

test.each(PLACES)('rows of %s below a members page have its access on a site with %s', async (_, __, place) => {
  const access = await getTaskAccess([TABLE], place)
  expect(access).toMatchObject({ kind: expect.not.stringMatching('public') })
  expect(await getTaskAccess([DASHBOARD], place)).toEqual(access)
})
