/** How the site is lit; `system` is as the visitor's device says. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'theme'
const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }

/** Runs before the first paint, so that a remembered theme never flashes. */
export const THEME_SCRIPT = `try{let t=localStorage.getItem("${KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`

export function nextTheme(theme: Theme): Theme {
  return NEXT[theme]
}

/** The theme as the document shows it; the document is the one place that knows. */
export function currentTheme(): Theme {
  return asTheme(document.documentElement.dataset.theme)
}

/** Shows a theme and remembers it; without storage it lasts as long as the document. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme)
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage may be full or forbidden.
  }
}

/** Calls back whenever the document's theme changes, also from another tab. Returns how to stop. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === KEY || key === null) showTheme(asTheme(newValue))
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

function asTheme(value: string | null | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}
