import type { Env } from '../settings/env'
import type { Viewer } from '../site/site-index'

/** Whether a viewer may use the editor dashboard: editors, or anyone in development mode if there is no sign-in. */
export const mayUseDashboard = (viewer: Viewer, { signIn, development }: Env): boolean =>
  signIn === undefined ? development : viewer.role === 'editor'
