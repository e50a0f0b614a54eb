import 'server-only'
import italic from '@fontsource/source-serif-4/files/source-serif-4-latin-400-italic.woff2'
import regular from '@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2'
import boldItalic from '@fontsource/source-serif-4/files/source-serif-4-latin-600-italic.woff2'
import bold from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2'
import mathMain from 'katex/dist/fonts/KaTeX_Main-Regular.woff2'
import mathItalic from 'katex/dist/fonts/KaTeX_Math-Italic.woff2'
import { preload } from 'react-dom'
import { getEnv } from '@/lib/env'

const READING = { regular, italic, bold, boldItalic }
const FORMULAS = { mathMain, mathItalic }

/** Asks for faces before the sheet that names them has come; of the reading face for none where the operator chose another type. */
export function preloadFaces(names: readonly (keyof typeof READING | keyof typeof FORMULAS)[]): void {
  const faces: Record<string, string> = getEnv().font === undefined ? { ...READING, ...FORMULAS } : FORMULAS
  for (const name of names) {
    const address = faces[name]
    if (address !== undefined) preload(address, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  }
}
