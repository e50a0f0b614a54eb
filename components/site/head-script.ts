import { PRESENCE_SCRIPT } from '../account/presence'
import { EARLY_CLICKS_SCRIPT } from './early-clicks-script'
import { FAILED_PICTURES_SCRIPT } from './failed-pictures-script'
import { THEME_SCRIPT } from './theme'

/** Returns the script that every document runs before its first paint. */
export function createHeadScript(hasSignIn: boolean): string {
  const scripts = [THEME_SCRIPT, EARLY_CLICKS_SCRIPT, FAILED_PICTURES_SCRIPT]
  if (hasSignIn) scripts.push(PRESENCE_SCRIPT)
  return scripts.join(';')
}
