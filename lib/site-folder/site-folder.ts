import { COLORS, type Palette } from '../branding/palette'
import { getRuntime } from '../runtime'
import { type Env, getEnv } from '../settings/env'
import { listThemes, readSiteFolder } from './read-site-folder'
import type { SiteFolder } from './types'

declare module '../runtime' {
  interface Runtime {
    /** The site folder as it is served. Set by its first reader, or by the process that started this thread. */
    siteFolder?: SiteFolder
    /** The theme that the workspace names, if there is such a theme. */
    workspaceTheme?: string | undefined
  }
}

/** Returns the site folder with its theme, as this process serves it. Without both, it is empty and its version an empty text. */
export function getSiteFolder(): SiteFolder {
  const runtime = getRuntime()
  return runtime.siteFolder ?? store(readSiteFolder(getEnv(), runtime.workspaceTheme))
}

/** What is drawn depends on this part of the site folder. Style sheets and the head of documents are not sent to the page thread. */
export type DrawingFolder = Pick<SiteFolder, 'version' | 'theme' | 'settings' | 'messages'>

/** Returns what the page thread needs of the site folder, for each of its jobs. */
export function getDrawingFolder(): DrawingFolder {
  const { version, theme, settings, messages } = getSiteFolder()
  return { version, theme, settings, messages }
}

/** Returns the colors of the site, for what has no style sheet. */
export const getPalette = (): Palette => ({ ...COLORS, ...getSiteFolder().palette })

/** Whether the last change of the site folder had a mistake. */
let wasRefused = false

/**
 * Reads the site folder again and serves it if it is correct. All versions of pages change with it. A folder with a mistake is logged and
 * not used, so that a mistake in a text file takes nothing from a site that is running. Returns what is served.
 */
export function refreshSiteFolder(env: Pick<Env, 'siteDir' | 'theme'>): SiteFolder {
  const before = getSiteFolder()
  const folder = readSiteFolder(env, getRuntime().workspaceTheme)
  for (const problem of folder.problems) console.error(`The site folder is not used as it is now: ${problem}`)
  const isRefused = folder.problems.length > 0
  if (wasRefused && !isRefused) console.log('The site folder is used again')
  wasRefused = isRefused
  if (!isRefused) setSiteFolder(folder)
  return getRuntime().siteFolder ?? before
}

/** Makes the page thread draw with what the serving process serves. */
export const setDrawingFolder = (folder: DrawingFolder): void =>
  setSiteFolder({ ...folder, css: '', palette: {}, icons: {}, problems: [] })

/** Makes this process serve a site folder. */
function setSiteFolder(folder: SiteFolder): void {
  if (getSiteFolder().version === folder.version) return
  store(folder)
  getRuntime().expireSite?.()
}

/** Sets the theme that the workspace names, and returns the site folder with it. A theme of the operator comes first. Called when a site is loaded. */
export function setWorkspaceTheme(named: string | undefined): SiteFolder {
  const runtime = getRuntime()
  const theme = named !== undefined && listThemes().includes(named) ? named : undefined
  if (theme === runtime.workspaceTheme) return getSiteFolder()
  runtime.workspaceTheme = theme
  const folder = readSiteFolder(getEnv(), theme)
  return folder.problems.length === 0 ? store(folder) : getSiteFolder()
}

/** Thrown by commands if the site folder contains mistakes. The message names the file of each. */
export class SiteFolderError extends Error {
  override name = 'SiteFolderError'
}

/** Throws a {@link SiteFolderError} if the site folder contains mistakes. Called before a site is served or exported. */
export function requireCorrectSiteFolder(): void {
  const { problems } = getSiteFolder()
  if (problems.length === 0) return
  throw new SiteFolderError(`The site folder cannot be used:\n${problems.map((each) => `  - ${each}`).join('\n')}`)
}

function store(folder: SiteFolder): SiteFolder {
  Object.assign(getRuntime(), { siteFolder: folder, messages: folder.messages })
  return folder
}
