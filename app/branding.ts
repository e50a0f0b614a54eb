import 'server-only'
import { preload } from 'react-dom'
import type { Branding } from '@/lib/branding/branding'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'
import { getSiteBranding } from '@/lib/site/site-branding'
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

/** Preloads fonts before the style sheet is parsed. Skips the reading font if the branding has another font. */
export async function preloadFonts(names: readonly (keyof typeof READING | keyof typeof FORMULAS)[]): Promise<void> {
  const fonts: Record<string, string> =
    (await getBranding()).font === undefined ? { ...READING, ...FORMULAS } : FORMULAS
  for (const name of names) {
    const address = fonts[name]
    if (address !== undefined) preload(address, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  }
}
