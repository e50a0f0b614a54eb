import type { Env } from '../../settings/env'
import { CONNECTIONS_URL } from '../../settings/notion'
import type { Id } from '../../workspace/record-map'
import { CallError, SyncError } from '../errors'
import { getRecord } from '../tables'
import type { HostedWorkspace } from './hosted-workspace'

/** How to give the site access to a private page. */
const CONNECT = `create a connection at ${CONNECTIONS_URL}, add it to the root page in Notion (••• → Connections), and set NOTION_INTEGRATION_TOKEN to its secret`

/** Returns why the first call failed, with a sentence on what to do. */
export function explainFailedStart(error: CallError, env: Env, origin: string): SyncError {
  const { kind, status, message } = error
  if (kind === 'refused' && (status === 401 || status === 403)) {
    return env.notion.token === undefined
      ? new SyncError(`The root page is private (${message}): ${CONNECT}`)
      : new SyncError(
          `The workspace rejects NOTION_TOKEN_V2 (${message}): it is wrong or has expired, so set a new one`,
        )
  }
  if (kind === 'refused') return createNotFoundError(env)
  if (kind === 'busy')
    return new SyncError(`The workspace is too busy (${message}): run the sync again later, or lower SYNC_RATE`)
  if (kind === 'broken') {
    return new SyncError(`${origin} does not respond like a workspace (${message}): check NOTION_API_BASE_URL`)
  }
  return new SyncError(
    `The workspace at ${origin} cannot be reached (${message}): check the network and NOTION_API_BASE_URL`,
  )
}

/** Returns why a first sync could not fetch the root page. */
export async function explainMissingRoot(workspace: HostedWorkspace, root: Id, env: Env): Promise<SyncError> {
  try {
    const { block } = await workspace.getBlocks([root], 'urgent')
    return getRecord(block.get(root))?.alive === true
      ? new SyncError('The root page cannot be fetched: run the sync again later')
      : createNotFoundError(env)
  } catch (error) {
    if (error instanceof CallError) return explainFailedStart(error, env, workspace.origin)
    throw error
  }
}

/** The workspace responds, but has no record for the id of the root page. */
function createNotFoundError(env: Env): SyncError {
  const hint =
    env.notion.token === undefined
      ? `check the id; if the page is private, ${CONNECT}`
      : 'check the id, and whether NOTION_TOKEN_V2 has expired, or its user may not read the page'
  return new SyncError(`The workspace shows no page under NOTION_ROOT_PAGE: ${hint}`)
}
