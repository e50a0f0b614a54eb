import type { Env } from '../settings/env'
import type { Viewer } from '../site/site-index'
import { isSameOrigin } from './same-origin'

/** Whether a viewer may use the editor dashboard: editors, or anyone in development mode if there is no sign-in. */
export const mayUseDashboard = (viewer: Viewer, { signIn, development }: Env): boolean =>
  signIn === undefined ? development : viewer.role === 'editor'

/** Returns why a form of the editor dashboard is refused; undefined if it is allowed. */
export function findDashboardRefusal(request: Request, viewer: Viewer, env: Env): string | undefined {
  if (!mayUseDashboard(viewer, env)) return 'Forbidden'
  return isSameOrigin(request, env) ? undefined : 'The request came from another site'
}
