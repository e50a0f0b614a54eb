import path from 'node:path'
import { addBasePath } from '../base-path'
import { READING_FONT } from '../branding/fonts'
import { readTokens } from '../branding/tokens'
import { hashFile, removeComments } from './style-sheet'

/** Fonts that are preloaded. More would delay the text. */
const MAX_PRELOADED = 2

/** Returns the addresses of the first fonts in the style sheet of the site folder and its theme, for preloading. */
export const listPreloadedFonts = (css: string): string[] =>
  [...removeComments(css).matchAll(/@font-face\s*\{[^}]*?url\("(fonts\/[\w./-]+\.woff2\?v=[0-9a-f]+)"\)/g)]
    .slice(0, MAX_PRELOADED)
    .map(([, file = '']) => addBasePath(`/${file}`))

/** Whether the style sheet has a font of its own for text, so that the reading font of the design is not needed. */
export function replacesReadingFont(css: string): boolean {
  const family = readTokens(css).get('font-body')
  return family !== undefined && !family.includes(READING_FONT.family)
}

/** A rule for a font of the folder, with its version. */
const FONT_RULE = /@font-face\s*\{([^}]*?url\("(fonts\/[\w./-]+\.woff2)\?v=([0-9a-f]+)"\)[^}]*)\}/g

/**
 * Returns the file of the upright font of titles in the style sheet of the site folder and its theme, with the hash of its content;
 * undefined if titles have a font of the device. `folders` are searched for it.
 */
export function findTitleFont(css: string, folders: readonly string[]): { file: string; version: string } | undefined {
  const tokens = readTokens(css)
  const [, other] = /^var\(\s*--([\w-]+)\s*\)$/.exec(tokens.get('font-heading') ?? 'var(--font-body)') ?? []
  const list = tokens.get(other ?? 'font-heading')
  const family = list && unquote(list.split(',')[0] ?? '')
  if (!family) return undefined
  for (const [, rule = '', name = '', version = ''] of removeComments(css).matchAll(FONT_RULE)) {
    const [, found = ''] = /font-family\s*:\s*([^;}]+)/.exec(rule) ?? []
    if (unquote(found) !== family || /font-style\s*:\s*(?!normal)/.test(rule)) continue
    const file = folders.map((dir) => path.join(dir, name)).find((each) => hashFile(each) === version)
    if (file !== undefined) return { file, version }
  }
  return undefined
}

const unquote = (name: string) =>
  name
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .toLowerCase()
