import type { RedisServer } from './redis'
import { type StartedCommand, startCommand } from './site'

/** Starts the writer of a site with several readers, as `npm run sync -- --watch` does. It stops with this process. */
export function startWriter(
  redis: Pick<RedisServer, 'url'>,
  folders: { workspaceDir: string; stateDir: string },
  env: Record<string, string> = {},
): StartedCommand {
  const { workspaceDir: WORKSPACE_DIR, stateDir: STATE_DIR } = folders
  return startCommand('sync', { ...env, REDIS_URL: redis.url, WORKSPACE_DIR, STATE_DIR }, '--watch')
}
