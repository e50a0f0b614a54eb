import 'server-only'
import { getEnv } from '../settings/env'
import { getSiteFolder } from '../site-folder/site-folder'
import { getSlots, type Slots } from './registry'

/** Returns the components that draw parts of the site now; undefined without any. */
export const getActiveSlots = (): Slots | undefined =>
  getSlots({ siteDir: getEnv().siteDir, theme: getSiteFolder().theme })
