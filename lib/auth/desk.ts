import type { Env } from '../env'
import type { Viewer } from '../site/types'

/** Who may use the editors' desk: editors, or without sign-in whoever runs the site on their own machine. */
export const mayUseDesk = (viewer: Viewer, { signIn, development }: Env): boolean =>
  signIn === undefined ? development : viewer.role === 'editor'
