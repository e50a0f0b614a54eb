'use client'

import '@/styles/tokens.css'
import '@/styles/fonts.css'
import '@/styles/base.css'
import '@/styles/site.css'
import { useState } from 'react'
import { EarlyClicks } from '@/components/site/early-clicks'
import { ClientError, type ClientErrorProps } from '@/components/site/screens/client-error'

/** Replaces the whole document when the layout itself breaks. */
export default function GlobalError(props: ClientErrorProps) {
  // The document that breaks is the last to know its language.
  const [locale] = useState(() => (typeof document === 'undefined' ? 'en' : document.documentElement.lang))
  return (
    <html lang={locale}>
      <body>
        <ClientError {...props} />
        {/* The one of the layout is gone with it. */}
        <EarlyClicks />
      </body>
    </html>
  )
}
