declare module 'subset-font' {
  interface Options {
    targetFormat: 'truetype' | 'woff2'
    noHinting?: boolean
    /** Layout features to keep, by tag; default: all. */
    keepFeatures?: string[]
    /** Keeps all characters; replaces the text. */
    keepAllGlyphs?: boolean
  }
  /** Returns the part of a font that a text needs. Rejects if the file is not a font. */
  export default function subsetFont(font: Uint8Array, text: string | undefined, options: Options): Promise<Buffer>
}
