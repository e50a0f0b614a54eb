import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { STATIC_HOSTS, startExportedSite } from '../support/exported-site'
import { writeGallery } from '../support/gallery'
import { startMembersSite } from '../support/members-site'
import { searchFor } from '../support/search-request'
import { startSite } from '../support/site'

/** The environment variable that passes the address of the server of {@link serveSharedSites} to the Playwright workers. */
const SHARED_SITES = 'COLOPHON_SHARED_SITES'

/** The environment variable with which `npm run bench -- exported` selects the static host of the shared sites. */
export const STATIC_HOST = 'COLOPHON_STATIC_HOST'

interface StartedSite {
  /** What workers need to use the site. */
  description: { url: string; stateDir: string }
  stop(): Promise<void>
}

async function startStaticContent(workspaceDir: string): Promise<StartedSite> {
  const host = STATIC_HOSTS.find((each) => each === process.env[STATIC_HOST])
  if (host === undefined) {
    const { url, stateDir, kill } = await startSite({ workspaceDir })
    await searchFor({ url }, 'x')
    return { description: { url, stateDir }, stop: kill }
  }
  const { url, stateDir, stop } = await startExportedSite(workspaceDir, host)
  return { description: { url, stateDir }, stop }
}

const STARTS = {
  sample: () => startStaticContent('workspace'),
  gallery: () => startStaticContent(writeGallery()),
  members: () => startMembersSite(),
} satisfies Record<string, () => Promise<StartedSite>>

/**
 * Serves the descriptions of the sites that all workers share, because each start costs seconds of processor time. The first request for a
 * site starts it. Playwright calls this once, and the returned function at the end.
 */
export default async function serveSharedSites(): Promise<() => Promise<void>> {
  const sites = new Map<string, Promise<StartedSite>>()
  const server = createServer(async ({ url = '' }, response) => {
    const name = url.slice(1) as keyof typeof STARTS
    const site = sites.get(name) ?? STARTS[name]()
    sites.set(name, site)
    try {
      response.end(JSON.stringify((await site).description))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env[SHARED_SITES] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    server.close()
    server.closeAllConnections()
    for (const site of sites.values()) await (await site).stop()
  }
}

/** Returns the description of a shared site, which is started if it does not run. */
export async function requestSharedSite<Name extends keyof typeof STARTS>(
  name: Name,
): Promise<Awaited<ReturnType<(typeof STARTS)[Name]>>['description']> {
  const response = await fetch(`${process.env[SHARED_SITES]}/${name}`)
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Awaited<ReturnType<(typeof STARTS)[Name]>>['description']
}
