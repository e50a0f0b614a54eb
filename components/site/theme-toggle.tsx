'use client'

import { useSyncExternalStore } from 'react'
import { pageMessagesFor } from '@/lib/messages/parts/page'
import { chooseTheme, currentTheme, nextTheme, watchTheme } from './theme'

/** Goes round the themes: the device's, light, dark. All three pictures are there, and the document's theme shows one. */
export function ThemeToggle({ locale }: { locale: string }) {
  const labels = pageMessagesFor(locale).theme
  const theme = useSyncExternalStore(watchTheme, currentTheme, () => 'system' as const)
  return (
    <button
      type="button"
      className="theme-toggle"
      aria-label={labels[theme]}
      title={labels[theme]}
      onClick={() => chooseTheme(nextTheme(theme))}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true">
        <g className="of-system">
          <circle cx="10" cy="10" r="6.5" />
          <path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" />
        </g>
        <g className="of-light">
          <circle cx="10" cy="10" r="3.5" />
          <path d="M10 2v2M10 16v2M2 10h2M16 10h2M4.3 4.3l1.5 1.5M14.2 14.2l1.5 1.5M4.3 15.7l1.5-1.5M14.2 5.8l1.5-1.5" />
        </g>
        <path className="of-dark" d="M16 12.3A6.7 6.7 0 0 1 7.7 4a6.5 6.5 0 1 0 8.3 8.3z" />
      </svg>
    </button>
  )
}
