import { createHash } from 'node:crypto'
import path from 'node:path'
import type { LOCALES } from '../../messages/languages'
import { setBasePath } from '../base-path'
import type { Branding } from '../branding/branding'
import type { Analytics, Comments } from '../third-parties'
import { type LanguageRoot, type NotionSettings, readNotionSettings, readRootPages } from './notion'
import { isBasePath, SETTINGS, type Settings } from './schema'
import { readSignIn, type SignInSettings } from './sign-in'
import { mustBe } from './values'

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS.shape)

/** Thrown if the environment is invalid. The message names every wrong variable and what it must be. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
  constructor(readonly problems: string[]) {
    super(`The environment cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
}

/** The checked environment. All variables are optional; `.env.example` describes them. */
export interface Env extends Branding {
  /** 0 until the site listens on a free port, see {@link setPort}. */
  port: number
  /** The public address without a slash at its end; the only source of absolute addresses. It may have a path. */
  siteUrl: string
  timeZone: string
  locale: (typeof LOCALES)[number]
  /** Absolute folders. */
  stateDir: string
  workspaceDir: string
  /** The id or the address of the root page, as configured. */
  rootPage?: string
  /** The languages of the site, the first with the root page; empty for one language, or if the workspace names them. */
  languages: readonly LanguageRoot[]
  notion: NotionSettings
  /** The seconds between two refreshes, and the most calls per second. */
  syncInterval: number
  syncRate: number
  /** Whether a sync that is due waits for the end of a response. */
  syncOnRequest: boolean
  revalidateSecret?: string
  webhookToken?: string
  /** Signs the cookies of pages with a password, and seals the passwords. */
  siteSecret?: string
  signIn?: SignInSettings
  editorsOrganization?: string
  /** Whether members may create organizations. */
  allowsCreatingOrganizations: boolean
  redisUrl?: string
  /** The maximum number of searches per minute and client address, and the number of trusted proxies. */
  searchRate: number
  trustProxy: number
  embeds: 'load' | 'click' | 'off'
  analytics?: Analytics
  comments?: Comments
  metricsToken?: string
  /** The endpoint for spans of requests, in OpenTelemetry's protocol. */
  tracesEndpoint?: string
  /** True for `npm run dev`. A block that cannot be shown then displays the reason. */
  development: boolean
  /** True for `npm run export`: pages are rendered for a folder of files, without anything that needs a server. */
  isExport: boolean
  /** False for an export to a host that cannot send headers: HTML blocks are links there. */
  hasHtmlBlocks: boolean
  /** The formats of pages that the export does not contain. */
  omittedFormats: readonly PageFormat[]
}

/** The formats of pages that an export can omit. */
export const PAGE_FORMATS = ['social', 'markdown'] as const
export type PageFormat = (typeof PAGE_FORMATS)[number]

/** In `STATIC_EXPORT`, see {@link Env.hasHtmlBlocks}. */
export const WITHOUT_HTML = 'html'

/** Variables by their names. */
type Variables = Record<string, string | undefined>

/** Reads and checks the whole environment. Throws one {@link EnvironmentError} that names every wrong variable. */
export function readEnv(source: Variables, cwd: string): Env {
  const { settings, given, problems } = readSettings(source)
  const { PORT: port, SITE_URL: siteUrl } = settings
  const { rootPage, languages } = readRootPages(settings.NOTION_ROOT_PAGE, problems)
  const stateDir = path.resolve(cwd, settings.STATE_DIR)
  const ownFolder = rootPage === undefined ? 'workspace' : '.snapshot'
  const workspaceDir = path.resolve(cwd, settings.WORKSPACE_DIR ?? ownFolder)
  if (stateDir === workspaceDir) {
    problems.push(`STATE_DIR ${mustBe('another folder than WORKSPACE_DIR')(settings.STATE_DIR)}`)
  }
  // Set by `npm run export` for itself and the processes that it starts, so it is not a setting.
  const exported = source.STATIC_EXPORT?.split(',')
  const isExport = exported !== undefined
  if (isExport && given.SITE_URL === undefined) {
    problems.push('SITE_URL is not set, but must be the public address of the site: feeds and sitemap contain it')
  }
  if (isExport && given.REDIS_URL !== undefined) {
    problems.push('REDIS_URL is set, but an export reads WORKSPACE_DIR: unset it')
  }
  const signIn = isExport ? undefined : readSignIn(settings, given, problems)
  // With port 0, visitors of this machine sign in at localhost; from elsewhere, sign-in fails.
  if (signIn !== undefined && given.SITE_URL === undefined && port !== 0) {
    problems.push('SITE_URL is not set, but must be the public address of the site when sign-in is on')
  }
  const env: Env = {
    port,
    siteUrl: siteUrl === undefined ? `http://localhost:${port}` : siteUrl.origin + readBasePath(siteUrl),
    timeZone: settings.SITE_TIMEZONE,
    locale: settings.SITE_LOCALE,
    stateDir,
    workspaceDir,
    notion: readNotionSettings(settings, problems),
    rootPage,
    languages,
    syncInterval: settings.SYNC_INTERVAL,
    syncRate: settings.SYNC_RATE,
    syncOnRequest: settings.SYNC_ON_REQUEST ?? false,
    revalidateSecret: settings.REVALIDATE_SECRET,
    webhookToken: settings.NOTION_WEBHOOK_TOKEN,
    // Files cannot ask for a password, so an export leaves out pages that have one.
    siteSecret: isExport ? undefined : settings.SITE_SECRET,
    signIn,
    editorsOrganization: settings.EDITORS_ORGANIZATION,
    allowsCreatingOrganizations: settings.ALLOW_CREATING_ORGANIZATIONS ?? false,
    redisUrl: settings.REDIS_URL?.href,
    searchRate: settings.SEARCH_RATE,
    trustProxy: settings.TRUST_PROXY,
    accent: settings.SITE_ACCENT,
    font: settings.SITE_FONT,
    logo: settings.SITE_LOGO,
    embeds: settings.EMBEDS,
    analytics: settings.ANALYTICS,
    comments: settings.GISCUS,
    metricsToken: settings.METRICS_TOKEN,
    tracesEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT?.href,
    development: source.NODE_ENV === 'development',
    isExport,
    hasHtmlBlocks: !exported?.includes(WITHOUT_HTML),
    omittedFormats: PAGE_FORMATS.filter((format) => exported?.includes(format)),
  }
  if (env.syncOnRequest && env.redisUrl !== undefined) {
    problems.push(
      'SYNC_ON_REQUEST is 1, but REDIS_URL is set, too: the writer syncs for several instances, so unset one of them',
    )
  }
  if (problems.length > 0) throw new EnvironmentError(problems)
  return env
}

/** Returns the settings, those that are set, and what is wrong with them. A wrong one counts as not set. */
function readSettings(source: Variables): { settings: Settings; given: Variables; problems: string[] } {
  const given: Variables = Object.fromEntries(SETTING_NAMES.map((name) => [name, source[name]?.trim() || undefined]))
  const { error } = SETTINGS.safeParse(given)
  const issues = (error?.issues ?? []).map(({ path: [name], message }) => ({ name: String(name), message }))
  const without = Object.fromEntries(issues.map(({ name }) => [name, undefined]))
  return {
    settings: SETTINGS.parse({ ...given, ...without }),
    given,
    problems: issues.map(({ name, message }) => `${name} ${message}`),
  }
}

let checked: Env | undefined

/** Returns the environment of this process, which is checked at the first call. */
export function getEnv(): Env {
  if (checked === undefined) {
    checked = readEnv(process.env, process.cwd())
    setBasePath(readBasePath(new URL(checked.siteUrl)))
  }
  return checked
}

/**
 * Sets the port on which this process listens, for `PORT=0`, and returns the environment with it. Child processes and the bundles of Next.js
 * read the variables later.
 */
export function setPort(port: number): Env {
  process.env.PORT = String(port)
  if (!process.env.SITE_URL?.trim()) process.env.SITE_URL = `http://localhost:${port}`
  checked = undefined
  return getEnv()
}

/** Returns the path of `SITE_URL` for the build, which needs no other setting; an empty string if there is none. */
export function getBuildBasePath(): string {
  const siteUrl = process.env.SITE_URL?.trim()
  if (!siteUrl || !URL.canParse(siteUrl) || !isBasePath(new URL(siteUrl))) return ''
  return readBasePath(new URL(siteUrl))
}

const readBasePath = ({ pathname }: URL) => pathname.replace(/\/$/, '')

/** Returns the names of variables in a text such as the message of an error. Their values are never in the result. */
export const findNamedVariables = (text: string): string[] =>
  SETTING_NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(text))

/** Returns a hash of all settings that affect rendered pages. Instances share cached pages only if it is the same. */
export function getSettingsKey({ port: _, stateDir: __, redisUrl: ___, workspaceDir, ...settings }: Env): string {
  // The folder of a sync and the address of Redis may differ between instances.
  const relevant = settings.rootPage === undefined ? { ...settings, workspaceDir } : settings
  return createHash('sha256').update(JSON.stringify(relevant)).digest('hex').slice(0, 12)
}

/** Whether a build would write this variable into the site's scripts: Next.js or the library of the sign-in service reads it. */
export const isInlinedByBuild = (name: string): boolean => name.startsWith('NEXT_PUBLIC_') || name.startsWith('CLERK_')

/** Variables by which a process finds programs and temporary files. */
const SYSTEM = ['LD_LIBRARY_PATH', 'PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']

/** The environment of the picture process: its folders and those of the system, but no secrets. */
export function getPictureEnvironment(): NodeJS.ProcessEnv {
  const { stateDir, workspaceDir } = getEnv()
  const system = Object.fromEntries(SYSTEM.map((name) => [name, process.env[name]]))
  return { ...system, NODE_ENV: process.env.NODE_ENV, STATE_DIR: stateDir, WORKSPACE_DIR: workspaceDir }
}

/** Sets the list of fonts for the libraries that draw text. They read this variable when they first draw. */
export function setFontconfigFile(file: string): void {
  process.env.FONTCONFIG_FILE = file
}
