import { PERSONAL_ACCESS, type Route } from '../../lib/routes'
import type { Env } from '../../lib/settings/env'
import { hasOwnScreens } from '../../lib/settings/sign-in'

/** Whether a route leads to a screen of sign-in that the site draws itself. The page of personal addresses is one of Next.js. */
export const isOwnScreen = ({ kind, segment }: Route, { signIn }: Env): boolean =>
  kind === 'account' && segment !== PERSONAL_ACCESS && hasOwnScreens(signIn)
