import main from 'katex/dist/fonts/KaTeX_Main-Regular.woff2'
import italic from 'katex/dist/fonts/KaTeX_Math-Italic.woff2'
import { preload } from 'react-dom'

/** Asks for the faces of a formula within a line before the sheet that names them has come: without them the line breaks elsewhere. */
export function preloadEquationFonts(html: string): void {
  // Numbers and signs stand in an element of one class; letters in one that is `mathnormal` as well.
  if (/"m\w+">[^<]/.test(html)) preloadFont(main)
  if (html.includes('mathnormal')) preloadFont(italic)
}

function preloadFont(address: string): void {
  preload(address, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
}
