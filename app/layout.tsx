import '@/styles/index.css'
import type { Viewport } from 'next'
import type { CSSProperties, ReactNode } from 'react'
import { headScript } from '@/components/site/head-script'
import { COLOURS } from '@/lib/colours'
import { getEnv } from '@/lib/env'
import { accentsOf } from '@/lib/formats/accent'
import { preloadFaces } from './faces'

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: COLOURS.paper.day },
    { media: '(prefers-color-scheme: dark)', color: COLOURS.paper.night },
  ],
}

/** The document around everything; carries nothing that depends on the workspace or on who asks. */
export default function RootLayout({ children }: { children: ReactNode }) {
  const { locale, accent, font, clerk } = getEnv()
  preloadFaces(['regular', 'bold'])
  return (
    // The script in its head changes the element before React sees it.
    <html lang={locale} dir="ltr" style={lookOf(accent, font)} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        <script dangerouslySetInnerHTML={{ __html: headScript(clerk !== undefined) }} />
      </head>
      <body>{children}</body>
    </html>
  )
}

/** The operator's own accent and reading face. */
function lookOf(accent: string | undefined, font: string | undefined): CSSProperties | undefined {
  if (accent === undefined && font === undefined) return undefined
  const face = JSON.stringify(font)
  const accents = accent === undefined ? undefined : accentsOf(accent)
  return {
    ...(accents && { '--site-accent': accents.day, '--site-accent-night': accents.night }),
    ...(font && { '--reading-latin': face, '--title-latin': face, '--reading-alphabets': face }),
  } as CSSProperties
}
