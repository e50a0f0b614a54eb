import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Env } from '../../../lib/settings/env'
import { CALL_LIMITS } from '../../../lib/sync/caller'
import { CallError, SyncError } from '../../../lib/sync/errors'
import { getRecord } from '../../../lib/sync/tables'
import { openTools, parseRootPage } from '../../../lib/sync/tools'
import { formatCount } from '../../../messages/en'
import type { SetupResult } from './result'

const PART = 'Workspace'
/** One attempt: the user can run the command again. */
const LIMITS = { ...CALL_LIMITS, timeout: 10_000, attempts: 1 }

/** Checks whether the workspace can be read: the root page through Notion's API, or the folder. */
export async function checkWorkspace(env: Env): Promise<SetupResult> {
  if (env.rootPage === undefined) return checkFolder(env)
  // The sync that is perhaps running owns the real folder.
  const workspaceDir = await mkdtemp(path.join(tmpdir(), 'colophon-setup-'))
  try {
    return await checkRootPage({ ...env, workspaceDir })
  } finally {
    await rm(workspaceDir, { recursive: true, force: true })
  }
}

async function checkRootPage(env: Env): Promise<SetupResult> {
  const root = parseRootPage(env.rootPage)
  if (root === undefined) {
    return wrong('NOTION_ROOT_PAGE contains no page id: copy the link of the root page in Notion (••• → Copy link)')
  }
  const api = env.notion.integrationToken === undefined ? 'private API' : 'official API'
  const ended = new AbortController()
  const { source, state, close } = await openTools(env, LIMITS, ended.signal)
  try {
    const { block } = await source.getBlocks(state.roots, 'urgent')
    const missing = state.roots.find((id) => getRecord(block.get(id))?.alive !== true)
    if (missing === root) throw await source.explainMissingRoot()
    if (missing !== undefined) {
      return wrong(`The workspace shows no page ${missing}, which NOTION_ROOT_PAGE names for a language: check the id`)
    }
    return { part: PART, state: 'ok', text: `The root page can be read by Notion's ${api}.` }
  } catch (error) {
    if (error instanceof SyncError) return wrong(error.message)
    if (error instanceof CallError) return wrong(source.explainFailedStart(error).message)
    throw error
  } finally {
    await close()
    ended.abort()
  }
}

async function checkFolder({ workspaceDir }: Env): Promise<SetupResult> {
  const files = await readdir(workspaceDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => error)
  if (files instanceof Error) {
    return wrong(
      `${workspaceDir} cannot be read (${files.code}): set WORKSPACE_DIR to a folder, or NOTION_ROOT_PAGE to a page`,
    )
  }
  const count = files.filter((file) => file.endsWith('.json')).length
  return count === 0
    ? wrong(
        `${workspaceDir} contains no record maps: set WORKSPACE_DIR to a folder with them, or NOTION_ROOT_PAGE to a page`,
      )
    : {
        part: PART,
        state: 'ok',
        text: `The folder ${workspaceDir} contains ${formatCount(count, 'JSON file')}.`,
      }
}

const wrong = (text: string): SetupResult => ({ part: PART, state: 'wrong', text })
