import 'server-only'
import { getEnv } from '../../settings/env'
import { PUBLIC } from '../../site/access'
import { getSite, ignoreNotReady } from '../../site/get-site'
import { readAllViews } from '../../statistics/view-counts'
import { toUuid } from '../../workspace/ids'
import { respondWithJson } from '../text-response'

/** Responds with the number of views of a public page: `{"views": 12}`. Caches may keep it as long as this process does. */
export async function respondWithViews(named: string): Promise<Response> {
  const env = getEnv()
  const site = env.viewCounts ? await getSite().catch(ignoreNotReady) : undefined
  const id = toUuid(named)
  if (id === undefined || site?.page(id, PUBLIC) === undefined) return respondWithJson(404, { error: 'Not found' })
  const views = (await readAllViews(env)).get(id) ?? 0
  return respondWithJson(200, { views }, { 'cache-control': 'public, max-age=600' })
}
