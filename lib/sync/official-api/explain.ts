import { CONNECTIONS_URL } from '../../settings/notion'
import type { Id } from '../../workspace/record-map'
import { CallError, SyncError } from '../errors'
import type { OfficialClient } from './client'

const SHARE =
  'open the root page in Notion, choose ••• → Connections, and add the connection whose token NOTION_INTEGRATION_TOKEN holds'

/** Returns why the first call failed, with a sentence on what to do. */
export function explainFailedStart({ kind, status, message }: CallError, origin: string): SyncError {
  if (status === 401) {
    return new SyncError(
      `Notion does not take NOTION_INTEGRATION_TOKEN (${message}): copy the secret of the connection again, from ${CONNECTIONS_URL}`,
    )
  }
  if (status === 403) {
    return new SyncError(
      `The connection may not read content (${message}): give it the capability “Read content”, at ${CONNECTIONS_URL}`,
    )
  }
  if (status === 429 && kind === 'refused') {
    return new SyncError(
      `Notion blocks this connection (${message}): ask Notion's support why, and do not run the sync until then`,
    )
  }
  if (status === 404) return createNotFoundError()
  if (kind === 'busy')
    return new SyncError(`Notion is too busy (${message}): run the sync again later, or lower SYNC_RATE`)
  if (kind === 'refused' || kind === 'broken') {
    return new SyncError(`${origin} does not respond like Notion's API (${message}): check NOTION_API_BASE_URL`)
  }
  return new SyncError(`${origin} cannot be reached (${message}): check the network and NOTION_API_BASE_URL`)
}

/** Returns why a first sync could not fetch the root page. */
export async function explainMissingRoot(client: OfficialClient, root: Id): Promise<SyncError> {
  try {
    const page = await client.get(`pages/${root}`, 'urgent')
    return page.in_trash === true
      ? new SyncError('The root page is in the trash: restore it, or set NOTION_ROOT_PAGE to another page')
      : new SyncError('The root page cannot be fetched: run the sync again later')
  } catch (error) {
    if (error instanceof CallError) return explainFailedStart(error, client.origin)
    throw error
  }
}

const createNotFoundError = () =>
  new SyncError(`The connection does not see the page of NOTION_ROOT_PAGE: ${SHARE}, or check the id`)
