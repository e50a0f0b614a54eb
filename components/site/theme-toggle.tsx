'use client'

import { useSyncExternalStore } from 'react'
import { usePageMessages } from '../ui/page-messages'
import { chooseTheme, getCurrentTheme, getNextTheme, watchTheme } from './theme'

/** Switches between the device's theme, light and dark. The style sheet draws the icon of the current theme. */
export function ThemeToggle() {
  const labels = usePageMessages().theme
  const theme = useSyncExternalStore(watchTheme, getCurrentTheme, () => 'system' as const)
  return (
    <button
      type="button"
      className="theme-toggle"
      aria-label={labels[theme]}
      title={labels[theme]}
      onClick={() => chooseTheme(getNextTheme(theme))}
    />
  )
}
