const system = () => matchMedia('(prefers-color-scheme: dark)')

/** Whether the page is shown in dark colors. */
export function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || (theme !== 'light' && system().matches)
}

/** Calls `act` whenever the color scheme of the page may have changed. */
export function watchColorScheme(act: () => void): void {
  new MutationObserver(act).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  system().addEventListener('change', act)
}
