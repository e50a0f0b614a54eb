import path from 'node:path'
import { startExportNginx } from './nginx'
import { startPlainServer } from './plain-server'
import { createFolder, findFreePort, type RunningSite, readIndex, startProjectCommand } from './site'

/** Servers of exported sites: nginx with the exported rules, or a static host without rules. */
export const STATIC_HOSTS = ['nginx', 'plain'] as const

export type ExportedSite = Pick<RunningSite, 'url' | 'stateDir' | 'index' | 'stop'>

interface ExportedSiteOptions {
  /** The project folder in which the export runs. Defaults to this project. */
  project?: string
  /** The path below which the site is served. */
  basePath?: string
}

/** Exports a workspace as `npm run export` does, and serves the folder. Its URL contains the base path. */
export async function startExportedSite(
  workspaceDir: string,
  host: (typeof STATIC_HOSTS)[number],
  { project = '.', basePath = '' }: ExportedSiteOptions = {},
): Promise<ExportedSite> {
  const port = await findFreePort()
  const stateDir = createFolder('state')
  const dir = path.join(createFolder('export'), 'site')
  const env = { SITE_URL: `http://localhost:${port}${basePath}`, WORKSPACE_DIR: workspaceDir, STATE_DIR: stateDir }
  const rules = host === 'nginx' ? ['--host', host] : []
  const { code, stderr } = await startProjectCommand(project, 'export', env, dir, ...rules).ended
  if (code !== 0) throw new Error(`The export failed:\n${stderr}`)
  const start = host === 'nginx' ? startExportNginx : startPlainServer
  const { url, stop } = await start(dir, { port, basePath })
  return { url: url + basePath, stateDir, index: () => readIndex(stateDir), stop }
}
