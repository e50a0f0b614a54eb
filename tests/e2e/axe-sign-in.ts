import type { Page } from '@playwright/test'
import { waitForAnimations } from '../support/sign-in/screens'
import { findViolations, THEMES } from './axe'

/** Buttons in the markup of the sign-in service whose accessible name differs from their visible text. The project cannot change them. */
const IGNORED_BUTTONS = ['.cl-organizationSwitcherTrigger', '.cl-userButtonTrigger']

/** Returns the violations that axe finds on the page, including the screens of the sign-in service. */
export async function listScreenViolations(page: Page, themes = THEMES): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await waitForAnimations(page)
    const violations = (await findViolations(page)).filter(
      ({ rule, html }) => !IGNORED_BUTTONS.some((name) => html.includes(name.slice(1)) && /^label-content/.test(rule)),
    )
    found.push(...violations.map(({ rule, target }) => `${colorScheme}: ${rule} at ${target}`))
  }
  return found
}
