import '@/styles/index.css'
import type { Viewport } from 'next'
import type { CSSProperties, ReactNode } from 'react'
import { createHeadScript } from '@/components/site/head-script'
import { COLORS } from '@/lib/branding/palette'
import { getBrandingVariables } from '@/lib/branding/styles'
import { getDocumentLanguage } from '@/lib/cache/rendered-page'
import { getScriptAddress } from '@/lib/scripts'
import { getEnv } from '@/lib/settings/env'
import { getDirection } from '@/lib/workspace/read/scripts'
import { getBranding, preloadFonts } from './branding'

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: COLORS.paper.light },
    { media: '(prefers-color-scheme: dark)', color: COLORS.paper.dark },
  ],
}

/** The root layout. Contains nothing that depends on the viewer. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, signIn, isExport } = getEnv()
  const { tag, direction } = getDocumentLanguage() ?? { tag: locale, direction: getDirection(locale) }
  await preloadFonts(['regular', 'bold'])
  const style = getBrandingVariables(await getBranding()) as CSSProperties | undefined
  return (
    // The script in the head changes attributes of this element before hydration.
    <html lang={tag} dir={direction} style={style} data-static={isExport || undefined} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        <script dangerouslySetInnerHTML={{ __html: createHeadScript(signIn !== undefined) }} />
        <script type="module" src={getScriptAddress('start')} />
      </head>
      <body>{children}</body>
    </html>
  )
}
