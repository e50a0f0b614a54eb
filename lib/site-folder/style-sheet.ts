import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { addBasePath } from '../base-path'

/** The address of the style sheet of the site folder and its theme, without its version. */
export const STYLE_SHEET = '/theme.css'

/** Fonts and pictures of the same folder in a style sheet: `url(fonts/name.woff2)`. */
const OWN_FILE = /url\(\s*(["']?)(?:\.\/)?((?:fonts|public)\/[\w./-]+)\1\s*\)/g

/**
 * Joins the style sheets of a theme and a site folder. Each is in a cascade layer above that of the design, so its rules win without
 * longer selectors. Addresses of files get a hash of their content, so that browsers may keep them.
 */
export function joinStyleSheets(sheets: readonly { layer: 'theme' | 'site'; dir: string; css: string }[]): string {
  const layers = sheets
    .filter(({ css }) => hasRules(css))
    .map(({ layer, dir, css }) => `@layer ${layer}{\n${nameVersions(css, dir)}\n}\n`)
  // The browser may read it before the style sheet of the design.
  return layers.length === 0 ? '' : ['@layer design,theme,site;\n', ...layers].join('')
}

/** Returns the address of the style sheet with its version; undefined without one. */
export const getStyleSheetAddress = ({ css }: { css: string }): string | undefined =>
  css === '' ? undefined : addBasePath(`${STYLE_SHEET}?v=${hashText(css)}`)

/** Whether a style sheet has any declaration outside of comments. That of a new folder has none. */
const hasRules = (css: string) => /\{[^{}:]*:|@font-face/.test(removeComments(css))

/** Removes comments. A comment sign in a text counts, too, so the result is for reading only. */
export function removeComments(css: string): string {
  const [before = '', ...comments] = css.split('/*')
  const rest = comments.map((text) => {
    const end = text.indexOf('*/')
    return end < 0 ? '' : text.slice(end + 2)
  })
  return [before, ...rest].join(' ')
}

const nameVersions = (css: string, dir: string) =>
  css.replace(
    OWN_FILE,
    (_, _quote: string, file: string) => `url("${toAddress(file)}?v=${hashFile(path.join(dir, file))}")`,
  )

/** Addresses are relative to that of the style sheet. The files of `public` are at the root. */
const toAddress = (file: string) => file.replace(/^public\//, '')

/** Returns the hash in the address of a file. */
export function hashFile(file: string): string {
  try {
    return hashText(readFileSync(file))
  } catch {
    // `npm run check` names files that are missing.
    return 'missing'
  }
}

/** Returns a short hash for addresses and versions. */
export const hashText = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 12)
