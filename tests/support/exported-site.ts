import path from 'node:path'
import { startExportNginx } from './nginx'
import { startPlainServer } from './plain-server'
import { startForwarder } from './ports'
import { createFolder, getPort, type RunningSite, readIndex, startProjectCommand } from './site'

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
  // The export contains the address, and the static host starts after it.
  const forwarder = await startForwarder()
  const address = forwarder.url + basePath
  const stateDir = createFolder('state')
  const dir = path.join(createFolder('export'), 'site')
  const env = { SITE_URL: address, WORKSPACE_DIR: workspaceDir, STATE_DIR: stateDir }
  const rules = host === 'nginx' ? ['--host', host] : []
  const { code, stderr } = await startProjectCommand(project, 'export', env, dir, ...rules).ended
  if (code !== 0) throw new Error(`The export failed:\n${stderr}`)
  const server = host === 'nginx' ? await startExportNginx(dir) : await startPlainServer(dir, { basePath })
  forwarder.setTarget(getPort(server))
  const stop = async () => {
    await forwarder.stop()
    await server.stop()
  }
  return { url: address, stateDir, index: () => readIndex(stateDir), stop }
}
