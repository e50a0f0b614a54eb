import { clearProblem, hasProblem, reportProblem } from '../problems'
import { getRuntime } from '../runtime'
import type { Env } from '../settings/env'
import { getSite, ignoreNotReady } from '../site/get-site'
import type { PersonClaims } from './claims'
import { collectOrganizations } from './setup'

declare module '../runtime' {
  interface Runtime {
    /** Whether the provider has sent the groups of any person since the start. */
    hasSeenGroups?: boolean
  }
}

const CAUSE = 'sign-in-groups'
/** How long it is reported. Meanwhile the site is not searched again for names of groups. */
const REPORT_MS = 3600 * 1000

/**
 * Reports in `/api/health`, and so on the editor dashboard, that the provider or proxy sends no groups, for an hour or until it sends
 * those of any person. A site whose settings and pages name no group needs none.
 */
export async function noteGroups({ hasGroups }: Pick<PersonClaims, 'hasGroups'>, env: Env): Promise<void> {
  const runtime = getRuntime()
  if (hasGroups) {
    runtime.hasSeenGroups = true
    clearProblem(CAUSE)
    return
  }
  if (hasProblem(CAUSE)) return
  const site = runtime.hasSeenGroups ? undefined : await getSite().catch(ignoreNotReady)
  const needsGroups = site !== undefined && collectOrganizations(site.index, env.editorsGroup).length > 0
  if (needsGroups) {
    reportProblem(
      CAUSE,
      'Sign-in sends no groups: check OIDC_GROUPS_CLAIM or AUTH_HEADER_GROUPS, and the provider or proxy',
      REPORT_MS,
    )
  }
}
