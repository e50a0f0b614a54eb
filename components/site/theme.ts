/** The color scheme; `system` follows the visitor's device. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'theme'
const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }

/** Runs before the first paint, so that a stored theme applies without a flash of the other. */
export const THEME_SCRIPT = `try{let t=localStorage.getItem("${KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`

export function getNextTheme(theme: Theme): Theme {
  return NEXT[theme]
}

/** Returns the theme of the document, which is the only place that stores it while the page is open. */
export function getCurrentTheme(): Theme {
  return parseTheme(document.documentElement.dataset.theme)
}

/** Applies a theme and stores it. Without storage it lasts as long as the document. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme)
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage may be full or forbidden.
  }
}

/** Calls back when the theme changes, also in another tab. Returns a function that unsubscribes. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === KEY || key === null) showTheme(parseTheme(newValue))
  }
  window.addEventListener('storage', onStorage)
  return () => {
    observer.disconnect()
    window.removeEventListener('storage', onStorage)
  }
}

function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function parseTheme(value: string | null | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}
