/**
 * Elements that scroll if their content is wide. The server makes each a tab stop, because it does not know the width of the window.
 * Equations are not laid out before they are near the window, so they stay tab stops.
 */
const SCROLLERS = '.block-table, .block-code-text, .block-diagram > [tabindex], .collection-scroll'

/**
 * Leaves out what does not scroll when the visitor moves on with the Tab key. Chromium and Firefox focus containers that scroll by
 * themselves, but Safari needs the attribute.
 */
export function skipWhatFits(): void {
  const update = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') return
    // All are measured before one changes, which would cost a layout for each.
    const measured = [...document.querySelectorAll<HTMLElement>(SCROLLERS)].map(
      (element) => [element, element.scrollWidth > element.clientWidth ? 0 : -1] as const,
    )
    for (const [element, wanted] of measured) if (element.tabIndex !== wanted) element.tabIndex = wanted
  }
  addEventListener('keydown', update, true)
}
