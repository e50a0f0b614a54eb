import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { ICON_FILES } from '../branding/logo'
import { findRoute } from '../find-route'
import { COPY_PATH } from '../page-copies.mjs'
import { PAGES } from '../routes'
import { getProjectFolder } from '../settings/env'
import { decodePercent } from '../workspace/address'
import { STYLE_SHEET } from './style-sheet'

/** Icons that clients look for without a link. The site has its own, which files of the folder replace. */
const ICONS: ReadonlySet<string> = new Set(['/favicon.ico', '/apple-touch-icon.png'])
/** The addresses of feeds and of parts of the full text that `next.config.mjs` rewrites. */
const REWRITTEN = /\/feed\.(?:xml|json)$|^\/llms-full-\d+\.txt$/i
const FONT = /^\/fonts\/.+\.woff2$/
/** Files of the product itself. */
const PRODUCT_FILES = 'public'
/** Hidden files are not served, except in this folder, in which other services look for files. */
const HIDDEN = /\/\.(?!well-known\/)/
const MAX_FILES = 5000

/**
 * Whether a file at an encoded path could be one of `public`. Paths of pages contain no dot, so a file with one hides no page.
 */
const mayBePublicFile = (pathname: string): boolean =>
  pathname.includes('.') &&
  pathname !== STYLE_SHEET &&
  !REWRITTEN.test(pathname) &&
  !COPY_PATH.test(pathname) &&
  (ICONS.has(pathname) || findRoute(pathname) === PAGES) &&
  !isFile(path.join(PRODUCT_FILES, pathname))

/**
 * Returns the file at an encoded path: of `public`, or a font of `fonts`. Looks in each folder in turn; undefined if there is none.
 */
export function findPublicFile(pathname: string, dirs: readonly string[]): string | undefined {
  if (!mayBePublicFile(pathname)) return undefined
  const decoded = decodePercent(pathname)
  if (decoded === undefined || /[\\\0]|\/\.\.(?:\/|$)/.test(decoded) || HIDDEN.test(decoded)) return undefined
  const within = FONT.test(decoded) ? decoded : `/public${decoded}`
  const dir = dirs.find((each) => isFile(path.join(each, within)) && !isOutside(each, within))
  return dir && path.join(dir, within)
}

/** Whether a file of a folder is a link to a file elsewhere, which the folder must not publish. */
export function isOutside(dir: string, file: string): boolean {
  try {
    const target = path.relative(realpathSync(dir), realpathSync(path.join(dir, file)))
    return target.split(path.sep, 1)[0] === '..' || path.isAbsolute(target)
  } catch {
    // It does not exist.
    return false
  }
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile()
  } catch {
    // It does not exist, its name is too long, or a part of the path is a file.
    return false
  }
}

/** The addresses of icons, without the base path. */
export type FolderIcons = { [Kind in keyof typeof ICON_FILES]?: string }

/** Returns the icons that the folders contain. */
export function findIcons(dirs: readonly string[]): FolderIcons {
  const [icon, touch] = [ICON_FILES.icon, ICON_FILES.touch].map((files) =>
    files.find((file) => findPublicFile(file, dirs) !== undefined),
  )
  return { ...(icon && { icon }), ...(touch && { touch }) }
}

/** Returns the addresses of all files of `public` and `fonts` that are served, for an export. */
export function listPublicFiles(dirs: readonly string[]): string[] {
  const found = dirs.flatMap((dir) => [
    ...listFiles(path.join(dir, 'public')).map((file) => `/${file}`),
    ...listFiles(path.join(dir, 'fonts')).map((file) => `/fonts/${file}`),
  ])
  return [...new Set(found.map(encodeURI))].filter((address) => findPublicFile(address, dirs) !== undefined)
}

/**
 * Returns a sentence for each file of `public` and `fonts` that is not served, because it is outside of the folder or would hide a page or a
 * route, and for too many files.
 */
export function listRefusedFiles(dir: string): string[] {
  const shown = path.relative(getProjectFolder(), dir)
  const linked = ['public', 'fonts'].filter((folder) => isOutside(dir, folder))
  if (linked.length > 0) return linked.map((folder) => describeOutside(path.join(shown, folder)))
  const files = listFiles(path.join(dir, 'public'))
  if (files.length >= MAX_FILES) return [`${shown}/public has more than ${MAX_FILES} files`]
  const fonts = listFiles(path.join(dir, 'fonts')).map((file) => path.join('fonts', file))
  const outside = [...files.map((file) => path.join('public', file)), ...fonts].filter((file) => isOutside(dir, file))
  const hiding = files.filter((file) => !mayBePublicFile(encodeURI(`/${file}`)) && !isOutside(dir, `public/${file}`))
  return [
    ...outside.map((file) => describeOutside(path.join(shown, file))),
    ...hiding.map((file) => {
      const hidden = file.includes('.') ? 'an address of the site' : 'a page, because its path contains no dot'
      return `${path.join(shown, 'public', file)} would hide ${hidden}: give it another name`
    }),
  ]
}

export const describeOutside = (file: string): string =>
  `${file} is outside of the site folder: put the file there in place of the link`

/** Returns the files of a folder and of those below it, as paths with slashes. Hidden folders other than `.well-known` are left out. */
function listFiles(dir: string): string[] {
  const files: string[] = []
  const visit = (folder: string) => {
    if (files.length >= MAX_FILES) return
    for (const entry of readEntries(path.join(dir, folder))) {
      const file = path.posix.join(folder, entry.name)
      if (entry.name.startsWith('.') && entry.name !== '.well-known') continue
      if (entry.isDirectory()) visit(file)
      else if (files.length < MAX_FILES) files.push(file)
    }
  }
  visit('')
  return files
}

function readEntries(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
  } catch {
    return []
  }
}
