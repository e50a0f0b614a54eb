import path from 'node:path'
import { startExportNginx } from './nginx'
import { startPlainServer } from './plain-server'
import { freePort, newFolder, type RunningSite, readIndex, runCommand } from './site'

/** What serves an exported site: nginx with the rules of the export, or a host without rules. */
export const STATIC_HOSTS = ['nginx', 'plain'] as const

export type ExportedSite = Pick<RunningSite, 'url' | 'stateDir' | 'index' | 'stop'>

/** Exports a workspace as `npm run export` does, and serves the folder. */
export async function startExportedSite(
  workspaceDir: string,
  host: (typeof STATIC_HOSTS)[number],
): Promise<ExportedSite> {
  const port = await freePort()
  const stateDir = newFolder('state')
  const dir = path.join(newFolder('export'), 'site')
  const env = { SITE_URL: `http://localhost:${port}`, WORKSPACE_DIR: workspaceDir, STATE_DIR: stateDir }
  const { code, stderr } = await runCommand('export', env, dir, ...(host === 'nginx' ? ['--host', host] : []))
  if (code !== 0) throw new Error(`The export failed:\n${stderr}`)
  const start = host === 'nginx' ? startExportNginx : startPlainServer
  const { url, stop } = await start(dir, { port })
  return { url, stateDir, index: () => readIndex(stateDir), stop }
}
