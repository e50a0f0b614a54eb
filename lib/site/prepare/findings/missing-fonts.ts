import { findScriptPackage } from '../../../branding/image-fonts'

/** A social image that lacks letters of the page's title, because no font is installed for them. */
export interface MissingFonts {
  kind: 'missing-fonts'
  /** The packages that contain the fonts. */
  packages: string[]
}

/** Finds the scripts of a title that the site has no font for. */
export function findMissingFonts(title: string, fonts: ReadonlySet<string>): MissingFonts[] {
  const needed = new Set(Array.from(title, findScriptPackage))
  const packages = [...needed].filter((name) => name !== undefined).filter((name) => !fonts.has(name))
  return packages.length === 0 ? [] : [{ kind: 'missing-fonts', packages }]
}
