import { doPageJob, drawScreen, type MoreArguments, type PageJobs } from '../../lib/page/thread/jobs'
import { type PageJobRequest, SCREEN, type ScreenRequest } from '../../lib/page/thread/page-thread'
import { getSite, getSiteAt, ignoreNotReady, setWithheld } from '../../lib/site/get-site'
import { setDrawingFolder } from '../../lib/site-folder/site-folder'
import { announceReady, serveThread } from '../../lib/workers/thread'
import { logAsJsonIfShared } from '../json-log'

/** The thread that prepares pages. It has its own copy of the site's index, with which it checks access. */
logAsJsonIfShared()
serveThread(async (name, input) => {
  if (name === SCREEN) {
    const { screen, folder, without } = input as ScreenRequest
    setDrawingFolder(folder)
    return drawScreen(screen, without)
  }
  const { revision, withheld, folder, page: id, viewer, more, ...mode } = input as PageJobRequest
  setWithheld(withheld)
  setDrawingFolder(folder)
  const site = await getSiteAt(revision)
  if (site === undefined) return undefined
  const page = site.page(id, viewer)
  if (page === undefined) throw new Error('The viewer may not read it')
  const job = name as keyof PageJobs
  return doPageJob(job, [site, page, viewer, ...(more as MoreArguments<typeof job>)], mode)
})

await getSite().catch(ignoreNotReady)
announceReady()
