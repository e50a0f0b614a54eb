import type { Env } from '../lib/settings/env'
import { getSiteFolder, refreshSiteFolder } from '../lib/site-folder/site-folder'
import { watchFolder } from './watch'

/** Serves changes of the site folder, and logs what has no effect in them. */
export async function keepSiteFolder(env: Pick<Env, 'siteDir' | 'theme'>, stopped: AbortSignal): Promise<void> {
  const { siteDir } = env
  if (siteDir === undefined) return
  try {
    await watchFolder(siteDir, '', stopped, () => {
      const { version } = getSiteFolder()
      if (refreshSiteFolder(env).version !== version) void reportFolder(env)
    })
  } catch (error) {
    console.error(`Changes of ${siteDir} are not served:`, error)
  }
}

/** Logs what has no effect in the site folder. The parser of style sheets is loaded only if there is one. */
export async function reportFolder(env: Pick<Env, 'siteDir'>): Promise<void> {
  const folder = getSiteFolder()
  if (folder.version === '') return
  try {
    const { checkSiteFolder } = await import('../lib/site-folder/check-site-folder')
    for (const sentence of checkSiteFolder(env, folder)) console.warn(sentence)
  } catch (error) {
    console.error('The site folder could not be checked:', error)
  }
}
