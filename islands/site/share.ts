import { getPageUrl } from './copy'

/** Offers the share dialog of the device in the menu of a page, once the menu is used. Browsers without one show no button. */
export function shareOnClick(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !navigator.share) return
    const button = target.closest('.page-actions')?.querySelector<HTMLElement>('[data-share]')
    if (!button) return
    button.hidden = false
    // Closing the dialog rejects, too. The dialog itself shows other failures.
    if (button.contains(target)) navigator.share({ title: document.title, url: getPageUrl() }).catch(console.debug)
  })
}
