import { getScripts } from '@/lib/scripts'
import { OWN_PRESENCE_SCRIPT, PRESENCE_SCRIPT } from '../account/presence'
import { THEME_SCRIPT } from './theme'

/**
 * Marks each image that fails to load, which the style sheet then hides or replaces by a placeholder. Removes the mark if the image loads
 * later.
 */
const FAILED_PICTURES_SCRIPT =
  '["error","load"].map(t=>document.addEventListener(t,e=>e.target.toggleAttribute?.("data-failed",t=="error"),!0))'

/** Returns the script that every document runs before its first paint. `own`: the site draws the screens of sign-in itself. */
export function createHeadScript(hasSignIn: boolean | 'own'): string {
  const scripts = [THEME_SCRIPT, FAILED_PICTURES_SCRIPT]
  if (hasSignIn) scripts.push(hasSignIn === 'own' ? OWN_PRESENCE_SCRIPT : PRESENCE_SCRIPT)
  return [...scripts, getScripts().head].join(';')
}
