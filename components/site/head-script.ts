import { PRESENCE_SCRIPT } from '../account/presence'
import { THEME_SCRIPT } from './theme'

/** What every document runs before its first paint. */
export function headScript(hasSignIn: boolean): string {
  return hasSignIn ? `${THEME_SCRIPT};${PRESENCE_SCRIPT}` : THEME_SCRIPT
}
