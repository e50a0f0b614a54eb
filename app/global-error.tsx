'use client'

import '@/styles/index.css'
import { useState } from 'react'
import { ClientError, type ClientErrorProps } from '@/components/site/screens/client-error'

/** Replaces the whole document if the root layout throws. */
export default function GlobalError(props: ClientErrorProps) {
  // Only the failed document still has the language.
  const [{ lang, dir }] = useState(() =>
    typeof document === 'undefined' ? { lang: 'en', dir: 'ltr' } : document.documentElement,
  )
  return (
    <html lang={lang} dir={dir}>
      <body>
        <ClientError {...props} />
      </body>
    </html>
  )
}
