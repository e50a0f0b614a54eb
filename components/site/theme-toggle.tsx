'use client'

import { useSyncExternalStore } from 'react'
import { getPageMessages } from '@/lib/messages/parts/page'
import { chooseTheme, currentTheme, nextTheme, watchTheme } from './theme'

/** Goes round the themes: the device's, light, dark. The sheet draws the one that the document has. */
export function ThemeToggle({ locale }: { locale: string }) {
  const labels = getPageMessages(locale).theme
  const theme = useSyncExternalStore(watchTheme, currentTheme, () => 'system' as const)
  return (
    <button
      type="button"
      className="theme-toggle"
      aria-label={labels[theme]}
      title={labels[theme]}
      onClick={() => chooseTheme(nextTheme(theme))}
    />
  )
}
