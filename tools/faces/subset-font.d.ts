declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    noHinting: boolean
    /** Tables to leave out, by tag. */
    dropTables: string[]
    /** Layout features to keep, by tag; left out, all. */
    keepFeatures?: string[]
  }
  /** The part of a font that sets a text. Rejects a file that is no font. */
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Buffer>
}
