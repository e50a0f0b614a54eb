import { chooseTheme, getCurrentTheme, getNextTheme, type Theme, watchTheme } from '@/components/site/theme'

/** Scrolling by fewer pixels is ignored, because a finger is never still. */
const MIN_SCROLL = 8

/** Menus that open without script. */
const MENUS = '.page-actions[open], .language-menu[open]'

/** Hides the bar at the top of every page on scrolling down and shows it on scrolling up; makes its theme toggle and menus work. */
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
  document.addEventListener('click', closeMenus)
  document.addEventListener('keydown', closeMenus)
  document.addEventListener('beforetoggle', listHiddenLinks, true)
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

/** Closes menus on a click outside and on the Escape key. */
function closeMenus(event: Event): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(MENUS)) {
    if ('key' in event ? event.key !== 'Escape' : menu.contains(event.target as Node)) continue
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    menu.open = false
  }
}

/** Removes the links that the header shows from the menu of all links, before it opens. */
function listHiddenLinks({ target }: Event): void {
  if (!(target instanceof Element && target.matches('.navigation > [popover]'))) return
  const row = target.parentElement?.querySelector('.navigation > ul')
  // Menus of the row are lists of their own in the menu of all links.
  if (!row || row.querySelector('button')) return
  const items = target.querySelectorAll('li')
  const { bottom } = row.getBoundingClientRect()
  for (const [index, link] of [...row.children].entries()) {
    const rectangle = link.getBoundingClientRect()
    items[index]?.toggleAttribute('hidden', rectangle.height > 0 && rectangle.bottom <= bottom)
  }
  // The keyboard reaches the button also if the header shows all links.
  if ([...items].every(({ hidden }) => hidden)) for (const item of items) item.hidden = false
}
