declare module 'subset-font' {
  interface Options {
    targetFormat: 'truetype' | 'woff2'
    noHinting?: boolean
    /** Layout features to keep, by tag; left out, all. */
    keepFeatures?: string[]
    /** In place of a text. */
    keepAllGlyphs?: boolean
  }
  /** The part of a font that sets a text. Rejects a file that is no font. */
  export default function subsetFont(font: Uint8Array, text: string | undefined, options: Options): Promise<Buffer>
}
