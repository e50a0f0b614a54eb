import { chooseTheme, getCurrentTheme, getNextTheme, type Theme, watchTheme } from '@/components/site/theme'

/** Scrolling by fewer pixels is ignored, because a finger is never still. */
const MIN_SCROLL = 8

/** Hides the bar at the top of every page on scrolling down and shows it on scrolling up; makes its theme toggle work. */
export function mountHeader(): void {
  let last = window.scrollY
  const onScroll = () => {
    const top = Math.max(0, window.scrollY)
    if (Math.abs(top - last) < MIN_SCROLL) return
    document.querySelector('.site-header')?.toggleAttribute('data-away', top > last && top > 2 * MIN_SCROLL)
    last = top
  }
  window.addEventListener('scroll', onScroll, { passive: true })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.theme-toggle')) chooseTheme(getNextTheme(getCurrentTheme()))
  })
  watchTheme(nameTheme)
  nameTheme()
}

/** Names the current theme on its button. */
function nameTheme(): void {
  for (const button of document.querySelectorAll<HTMLElement>('.theme-toggle')) {
    const labels = JSON.parse(button.dataset.labels ?? '{}') as Partial<Record<Theme, string>>
    const label = labels[getCurrentTheme()] ?? ''
    button.setAttribute('aria-label', label)
    button.title = label
  }
}
