import { type ExportedSite, STATIC_HOSTS, startExportedSite } from '../support/exported-site'
import { writeGallery } from '../support/gallery'
import { startSite } from '../support/site'

/** Environment variables that pass the addresses of the shared sites to the Playwright workers. */
export const SHARED_SITES = { sample: 'COLOPHON_SAMPLE_SITE', gallery: 'COLOPHON_GALLERY_SITE' } as const

/** The environment variable with which `npm run bench -- exported` selects the static host of the shared sites. */
export const STATIC_HOST = 'COLOPHON_STATIC_HOST'

/** Starts the sites that no test changes, because each start costs seconds of processor time. Playwright calls the returned function at the end. */
export default async function startSharedSites(): Promise<() => Promise<void>> {
  const host = STATIC_HOSTS.find((each) => each === process.env[STATIC_HOST])
  const start = (workspaceDir: string) =>
    host === undefined ? startSite({ workspaceDir }) : startExportedSite(workspaceDir, host)
  const sites: Record<keyof typeof SHARED_SITES, ExportedSite> = {
    sample: await start('workspace'),
    gallery: await start(writeGallery()),
  }
  for (const name of ['sample', 'gallery'] as const) {
    const { url, stateDir } = sites[name]
    process.env[SHARED_SITES[name]] = JSON.stringify({ url, stateDir })
  }
  return async () => {
    for (const site of Object.values(sites)) await site.stop()
  }
}
