import { findTab } from '@/components/ui/tab-keys'
import type { IslandOptions } from './island'

/** Shows the tab that is clicked, or moved to with the keyboard, instead of the others of its group. */
export function mountTabs(content: HTMLElement, { signal }: IslandOptions): void {
  for (const list of content.querySelectorAll<HTMLElement>('.block-tabs > [role=tablist]')) {
    const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')]
    const select = (selected: HTMLElement) => {
      for (const tab of tabs) {
        const isSelected = tab === selected
        tab.setAttribute('aria-selected', String(isSelected))
        tab.tabIndex = isSelected ? 0 : -1
        const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
        if (panel) panel.hidden = !isSelected
      }
    }
    const click = ({ target }: Event) => {
      const tab = target instanceof Element && target.closest<HTMLElement>('[role=tab]')
      if (tab) select(tab)
    }
    const move = (event: KeyboardEvent) => {
      const next = findTab(
        event,
        list,
        tabs.findIndex(({ tabIndex }) => tabIndex === 0),
        tabs.length,
      )
      const tab = next === undefined ? undefined : tabs[next]
      if (tab === undefined) return
      event.preventDefault()
      select(tab)
      tab.focus()
    }
    list.addEventListener('click', click, { signal })
    list.addEventListener('keydown', move, { signal })
  }
}
