import type { PartialUserObjectResponse, UserObjectResponse } from '@notionhq/client'
import { readString } from './records'
import { BOT, type VisibleWorkspace } from './visible-workspace'

/** Returns a user, or only the id of a user who is not in the data. */
export function toUser(id: string, { data }: VisibleWorkspace): UserObjectResponse | PartialUserObjectResponse {
  const record = data.notion_user.get(id)
  if (record === undefined) return toPartialUser(id)
  const parts = [record.given_name, record.family_name].map(readString).filter((part) => part !== undefined)
  const name = readString(record.name) ?? (parts.join(' ') || null)
  return { object: 'user', id, name, avatar_url: null, type: 'person', person: {} }
}

/** Returns the creator or editor of an object. Without an id, it is the connection's bot. */
export function toPartialUser(id: unknown): PartialUserObjectResponse {
  return { object: 'user', id: readString(id) ?? BOT.id }
}

export function toBot({ data }: VisibleWorkspace): UserObjectResponse {
  return {
    object: 'user',
    id: BOT.id,
    name: BOT.name,
    avatar_url: null,
    type: 'bot',
    bot: {
      owner: { type: 'workspace', workspace: true },
      workspace_name: BOT.workspace,
      workspace_id: String(data.space),
      workspace_limits: { max_file_upload_size_in_bytes: 5_242_880 },
    },
  }
}
