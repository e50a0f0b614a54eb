import 'server-only'
import italic from '@fontsource/source-serif-4/files/source-serif-4-latin-400-italic.woff2'
import regular from '@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2'
import boldItalic from '@fontsource/source-serif-4/files/source-serif-4-latin-600-italic.woff2'
import bold from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2'
import { preload } from 'react-dom'
import { getEnv } from '@/lib/env'

const FACES = { regular, italic, bold, boldItalic }

/** Asks for faces of the reading type before the sheet that names them has come; none where the operator chose another type. */
export function preloadReadingFaces(names: readonly (keyof typeof FACES)[]): void {
  if (getEnv().font !== undefined) return
  for (const name of names) preload(FACES[name], { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
}
