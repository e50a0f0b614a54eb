'use client'

import '@/styles/tokens.css'
import '@/styles/fonts.css'
import '@/styles/base.css'
import '@/styles/site.css'
import { ClientError, type ClientErrorProps } from '@/components/site/client-error'

/** Replaces the whole document when the layout itself breaks. */
export default function GlobalError(props: ClientErrorProps) {
  return (
    <html lang="en">
      <body>
        <ClientError {...props} />
      </body>
    </html>
  )
}
