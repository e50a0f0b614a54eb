import { APP_EDITS } from './app'
import { AUTH_EDITS, SETTINGS_EDITS, WEBHOOKS_EDITS } from './auth'
import { CACHE_EDITS, INSTANCES_EDITS } from './cache'
import { COMPONENTS_EDITS } from './components'
import { EXPORT_EDITS } from './export'
import { FORMATS_EDITS, SOCIAL_EDITS } from './formats'
import { COLLECTION_EDITS, PAGE_EDITS } from './page'
import type { Edit } from './plan.mjs'
import { SEARCH_EDITS } from './search'
import { SERVER_EDITS, TOOLS_EDITS } from './server'
import { SITE_EDITS } from './site'
import { SNAPSHOT_EDITS } from './snapshot'
import { SYNC_EDITS } from './sync'
import { WORKSPACE_EDITS } from './workspace'

/** All edits of the mutation run, by module. */
export const EDITS: readonly Edit[] = [
  ...WORKSPACE_EDITS,
  ...SNAPSHOT_EDITS,
  ...SYNC_EDITS,
  ...SITE_EDITS,
  ...PAGE_EDITS,
  ...COLLECTION_EDITS,
  ...EXPORT_EDITS,
  ...FORMATS_EDITS,
  ...SOCIAL_EDITS,
  ...SEARCH_EDITS,
  ...CACHE_EDITS,
  ...INSTANCES_EDITS,
  ...AUTH_EDITS,
  ...WEBHOOKS_EDITS,
  ...SETTINGS_EDITS,
  ...COMPONENTS_EDITS,
  ...APP_EDITS,
  ...SERVER_EDITS,
  ...TOOLS_EDITS,
]
