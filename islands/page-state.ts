/** What the visitor changed on the page. */
interface PageState {
  /** The toggles that the visitor opened or closed, by name, and changes of databases, by their numbers. They are untrusted. */
  changes: Record<string, unknown>
  /** Writes the changes into the history entry. */
  save(): void
}

declare global {
  interface Window {
    pageState?: PageState
  }
}

const PARTS = 'details, [data-island]'
/** A larger state is not saved, in characters. */
const MAX_LENGTH = 20_000
/** A database that is restored is not higher, in pixels. */
const MAX_HEIGHT = 1e5

/**
 * Keeps what the visitor changed in the history entry, so that Back and a reload show the same content: the toggles, and the height of
 * databases, which React restores later. Runs while the document is parsed, because browsers restore the scroll position by its height.
 */
export function keepPageState(): void {
  const saved = history.state?.changes
  const changes = { ...saved }
  const seen = new WeakSet<Element>()

  function visit() {
    const counts: Record<string, number> = {}
    for (const toggle of document.querySelectorAll<HTMLDetailsElement>('.page-body details')) {
      // Its text may not be parsed yet.
      if (document.readyState === 'loading' && !toggle.firstChild?.nextSibling && !toggle.nextSibling) continue
      // A heading and a row have a link before their toggle. Other toggles may have the same text.
      const before = toggle.parentElement?.firstElementChild as HTMLAnchorElement | null
      const text = `${before?.href} ${toggle.firstChild?.textContent}`
      counts[text] = (counts[text] ?? 0) + 1
      const name = counts[text] + text
      const isOpenAtFirst = toggle.matches('.collection-group')
      if (!seen.has(toggle) && changes[name]) toggle.open = !isOpenAtFirst
      else changes[name] = toggle.open !== isOpenAtFirst || undefined
      seen.add(toggle)
    }
    for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
      const height = changes[island.dataset.properties ?? '']?.height
      // Chromium would restore the scroll position by the place of this element instead of that of a row.
      if (!seen.has(island) && height < MAX_HEIGHT)
        island.style.cssText = `height:${height}px;overflow-y:clip;overflow-anchor:none`
      seen.add(island)
    }
    save()
  }
  function save() {
    const text = JSON.stringify(changes)
    if (text.length > MAX_LENGTH || text === JSON.stringify({ ...history.state?.changes })) return
    try {
      history.replaceState({ ...history.state, changes }, '')
    } catch {
      // Browsers limit how often the state is written.
    }
  }

  window.pageState = { changes, save }
  if (saved) {
    const observer = new MutationObserver((records) => {
      if (document.readyState === 'loading' || records.some(addsParts)) visit()
    })
    observer.observe(document, { childList: true, subtree: true })
  }
  addEventListener('toggle', visit, true)
  // A link to a heading makes a new entry for the same content.
  addEventListener('hashchange', save)
}

/** Whether toggles or databases were added, as when React renders a database. */
const addsParts = ({ addedNodes }: MutationRecord): boolean =>
  [...addedNodes].some((node) => node instanceof Element && (node.matches(PARTS) || node.querySelector(PARTS) !== null))
