import { galleryFolder } from '../support/gallery'
import { type RunningSite, startSite } from '../support/site'

/** Environment variables through which the workers of Playwright get the sites that all of them read. */
export const SHARED_SITES = { sample: 'COLOPHON_SAMPLE_SITE', gallery: 'COLOPHON_GALLERY_SITE' } as const

/** Starts the sites that no test changes: each start costs seconds of processor time. Playwright calls the returned function at the end. */
export default async function startSharedSites(): Promise<() => Promise<void>> {
  const sites: Record<keyof typeof SHARED_SITES, RunningSite> = {
    sample: await startSite({ workspaceDir: 'workspace' }),
    gallery: await startSite({ workspaceDir: galleryFolder() }),
  }
  for (const name of ['sample', 'gallery'] as const) {
    const { url, stateDir } = sites[name]
    process.env[SHARED_SITES[name]] = JSON.stringify({ url, stateDir })
  }
  return async () => {
    for (const site of Object.values(sites)) await site.stop()
  }
}
