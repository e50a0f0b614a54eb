import 'server-only'
import { preload } from 'react-dom'
import type { Branding } from '@/lib/branding/branding'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'
import { getSiteBranding } from '@/lib/site/site-settings'
import { listPreloadedFonts, replacesReadingFont } from '@/lib/site-folder/fonts'
import { getSiteFolder } from '@/lib/site-folder/site-folder'
import mathMain from '@/styles/fonts/formulas-main.woff2'
import mathItalic from '@/styles/fonts/formulas-math.woff2'
import italic from '@/styles/fonts/reading-400-italic.woff2'
import regular from '@/styles/fonts/reading-400-normal.woff2'
import boldItalic from '@/styles/fonts/reading-600-italic.woff2'
import bold from '@/styles/fonts/reading-600-normal.woff2'

/** Returns the branding of the site as it is now. */
export async function getBranding(): Promise<Branding> {
  return getSiteBranding(await getSite().catch(ignoreNotReady))
}

const READING = { regular, italic, bold, boldItalic }
const FORMULAS = { mathMain, mathItalic }

type FontName = keyof typeof READING | keyof typeof FORMULAS

/** Returns the addresses of fonts. Leaves out the reading font if the branding or the theme has another font. */
export async function getFontAddresses(names: readonly FontName[]): Promise<string[]> {
  const hasOtherFont = (await getBranding()).font !== undefined || replacesReadingFont(getSiteFolder().css)
  const fonts: Record<string, string> = hasOtherFont ? FORMULAS : { ...READING, ...FORMULAS }
  return names.flatMap((name) => fonts[name] ?? [])
}

/** Preloads the reading font, and the fonts of the site folder and its theme, before the style sheet is parsed. */
export async function preloadFonts(): Promise<void> {
  for (const address of [...(await getFontAddresses(['regular', 'bold'])), ...listPreloadedFonts(getSiteFolder().css)])
    preload(address, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
}
