'use client'

import { useSyncExternalStore } from 'react'
import { getPageMessages } from '@/lib/messages/parts/page'
import { chooseTheme, getCurrentTheme, getNextTheme, watchTheme } from './theme'

/** Switches between the device's theme, light and dark. The style sheet draws the icon of the current theme. */
export function ThemeToggle({ locale }: { locale: string }) {
  const labels = getPageMessages(locale).theme
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
