import '@/styles/index.css'
import type { Viewport } from 'next'
import type { CSSProperties, ReactNode } from 'react'
import { createHeadScript } from '@/components/site/head-script'
import { TEXT_SIZE, TEXT_SIZE_SCRIPT } from '@/components/site/parts/text-size-script'
import { getBrandingVariables } from '@/lib/branding/styles'
import { getDocumentLanguage } from '@/lib/cache/rendered-page'
import { getScriptAddress } from '@/lib/scripts'
import { getEnv } from '@/lib/settings/env'
import { getPresenceKind } from '@/lib/settings/sign-in'
import { getPalette, getSiteFolder } from '@/lib/site-folder/site-folder'
import { getStyleSheetAddress } from '@/lib/site-folder/style-sheet'
import { getDirection } from '@/lib/workspace/read/scripts'
import { getBranding, preloadFonts } from './branding'

export function generateViewport(): Viewport {
  const { light, dark } = getPalette().paper
  return {
    themeColor: [
      { media: '(prefers-color-scheme: light)', color: light },
      { media: '(prefers-color-scheme: dark)', color: dark },
    ],
  }
}

/** The root layout. Contains nothing that depends on the viewer. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, signIn, isExport } = getEnv()
  const { tag, direction } = getDocumentLanguage() ?? { tag: locale, direction: getDirection(locale) }
  await preloadFonts()
  const folder = getSiteFolder()
  const { textSize } = folder.settings
  const theme = getStyleSheetAddress(folder)
  const variables = getBrandingVariables(await getBranding()) as CSSProperties | undefined
  const style = textSize ? { ...variables, fontSize: TEXT_SIZE } : variables
  return (
    // The script in the head changes attributes of this element before hydration.
    <html lang={tag} dir={direction} style={style} data-static={isExport || undefined} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        <script dangerouslySetInnerHTML={{ __html: createHeadScript(getPresenceKind(signIn)) }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        {textSize && <script dangerouslySetInnerHTML={{ __html: TEXT_SIZE_SCRIPT }} />}
        <script type="module" src={getScriptAddress('start')} />
        {theme !== undefined && <link rel="stylesheet" href={theme} precedence="theme" />}
      </head>
      <body>{children}</body>
    </html>
  )
}
