import { type ExportedSite, STATIC_HOSTS, startExportedSite } from '../support/exported-site'
import { galleryFolder } from '../support/gallery'
import { startSite } from '../support/site'

/** Environment variables through which the workers of Playwright get the sites that all of them read. */
export const SHARED_SITES = { sample: 'COLOPHON_SAMPLE_SITE', gallery: 'COLOPHON_GALLERY_SITE' } as const

/** The environment variable by which `npm run bench -- exported` names the static host of the shared sites. */
export const STATIC_HOST = 'COLOPHON_STATIC_HOST'

/** Starts the sites that no test changes: each start costs seconds of processor time. Playwright calls the returned function at the end. */
export default async function startSharedSites(): Promise<() => Promise<void>> {
  const host = STATIC_HOSTS.find((each) => each === process.env[STATIC_HOST])
  const start = (workspaceDir: string) =>
    host === undefined ? startSite({ workspaceDir }) : startExportedSite(workspaceDir, host)
  const sites: Record<keyof typeof SHARED_SITES, ExportedSite> = {
    sample: await start('workspace'),
    gallery: await start(galleryFolder()),
  }
  for (const name of ['sample', 'gallery'] as const) {
    const { url, stateDir } = sites[name]
    process.env[SHARED_SITES[name]] = JSON.stringify({ url, stateDir })
  }
  return async () => {
    for (const site of Object.values(sites)) await site.stop()
  }
}
