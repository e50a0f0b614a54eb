import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { LOCALES } from '../../messages/languages'
import { setBasePath } from '../base-path'
import type { AssistantRule } from '../branding/assistants'
import type { Branding } from '../branding/branding'
import type { Analytics, CommentService, WorkspaceComments } from '../third-parties'
import { findPageId } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import {
  CONNECTIONS_URL,
  type LanguageRoot,
  listWrittenPages,
  type NotionSettings,
  readNotionSettings,
  readRootPages,
} from './notion'
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
  /** The site folder; undefined without one. */
  siteDir?: string
  /** The name of a theme. */
  theme?: string
  /** The root page as configured, which names the folder of its state, and its id. */
  rootPage?: string
  rootId?: Id
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
  /** With Clerk, the organization whose admins are editors. With other providers, the group whose members are. */
  editorsOrganization?: string
  editorsGroup?: string
  /** Whether members may create organizations. */
  allowsCreatingOrganizations: boolean
  redisUrl?: string
  /** The maximum number of searches per minute and client address, and the number of trusted proxies. */
  searchRate: number
  trustProxy: number
  embeds: 'load' | 'click' | 'off'
  /** Which crawlers of assistants may read the site; undefined: as the `Look` table says. */
  assistants?: AssistantRule
  /** The key under which search engines learn of changes. */
  indexNowKey?: string
  analytics?: Analytics
  comments?: CommentService | WorkspaceComments
  /** Whether readers can write comments, and whether those wait for the owner. */
  commentsForm?: 'review' | 'publish'
  /** The address of a site that publishes the handbook, without a slash at the end. */
  handbookUrl?: string
  /** Whether the site counts views, referrers, searches without result and missing addresses. */
  statistics: boolean
  /** Whether pages ask if they were helpful, with or without a text. */
  helpful?: 'vote' | 'text'
  /** Whether posts show how often they were read. */
  viewCounts: boolean
  metricsToken?: string
  /** The absolute folder of the audit log, for how many days its files are kept, and whether it has names and email addresses. */
  auditLog?: string
  auditDays: number
  auditNames: boolean
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
export const PAGE_FORMATS = ['social', 'markdown', 'epub'] as const
export type PageFormat = (typeof PAGE_FORMATS)[number]

/** In `STATIC_EXPORT`, see {@link Env.hasHtmlBlocks}. */
export const WITHOUT_HTML = 'html'

/** Variables by their names. */
type Variables = Record<string, string | undefined>

/** Reads and checks the whole environment. Throws one {@link EnvironmentError} that names every wrong variable. */
export function readEnv(source: Variables, cwd: string): Env {
  const { settings, given, problems } = readSettings(source)
  const { PORT: port, SITE_URL: siteUrl } = settings
  const { rootPage, rootId, languages } = readRootPages(settings.NOTION_ROOT_PAGE, problems)
  const stateDir = path.resolve(cwd, settings.STATE_DIR)
  const workspaceDir = path.resolve(
    cwd,
    settings.WORKSPACE_DIR ?? (rootPage === undefined ? findPages(source, cwd) : '.snapshot'),
  )
  if (stateDir === workspaceDir) {
    problems.push(`STATE_DIR ${mustBe('another folder than WORKSPACE_DIR')(settings.STATE_DIR)}`)
  }
  const siteDir = path.resolve(cwd, settings.SITE_DIR ?? 'site')
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
    siteDir: settings.SITE_DIR !== undefined || existsSync(siteDir) ? siteDir : undefined,
    theme: settings.SITE_THEME,
    notion: readNotionSettings(settings, problems),
    rootPage,
    rootId,
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
    editorsGroup: settings.EDITORS_GROUP,
    allowsCreatingOrganizations: settings.ALLOW_CREATING_ORGANIZATIONS ?? false,
    redisUrl: settings.REDIS_URL?.href,
    searchRate: settings.SEARCH_RATE,
    trustProxy: settings.TRUST_PROXY,
    accent: settings.SITE_ACCENT,
    font: settings.SITE_FONT,
    logo: settings.SITE_LOGO,
    embeds: settings.EMBEDS,
    assistants: settings.ASSISTANTS,
    indexNowKey: settings.INDEXNOW_KEY,
    analytics: settings.ANALYTICS,
    comments: settings.COMMENTS ?? settings.GISCUS,
    // An exported site has no server that could take comments.
    commentsForm: isExport ? undefined : settings.COMMENTS_FORM,
    handbookUrl: settings.HANDBOOK_URL?.href.replace(/\/$/, ''),
    // Nothing counts the visits of exported files.
    statistics: !isExport && (settings.STATISTICS ?? false),
    helpful: isExport ? undefined : settings.HELPFUL,
    viewCounts: !isExport && (settings.VIEW_COUNTS ?? false),
    metricsToken: settings.METRICS_TOKEN,
    auditLog: settings.AUDIT_LOG === undefined ? undefined : path.resolve(cwd, settings.AUDIT_LOG),
    auditDays: settings.AUDIT_LOG_DAYS,
    auditNames: settings.AUDIT_LOG_NAMES ?? false,
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
  if (env.comments?.service === 'notion' && env.rootPage !== undefined && env.notion.integrationToken === undefined) {
    problems.push(
      `COMMENTS is notion, but NOTION_INTEGRATION_TOKEN is not set: comments are read through the official API, so create a connection at ${CONNECTIONS_URL}`,
    )
  }
  if (settings.COMMENTS_FORM !== undefined && env.comments?.service !== 'notion') {
    problems.push('COMMENTS_FORM is set, but COMMENTS is not notion: there would be no database for new comments')
  } else if (settings.COMMENTS_FORM !== undefined && env.rootPage === undefined) {
    problems.push(
      'COMMENTS_FORM is set, but NOTION_ROOT_PAGE is not: new comments are written into Notion by the sync, so set it',
    )
  }
  if (settings.COMMENTS_FORM !== undefined && settings.SITE_SECRET === undefined) {
    problems.push('COMMENTS_FORM is set, but SITE_SECRET is not, which signs the forms: set it to a random text')
  }
  if (given.COMMENTS !== undefined && given.GISCUS !== undefined) {
    problems.push(
      'COMMENTS and GISCUS are both set: keep only COMMENTS, which may be giscus:… with the value of GISCUS',
    )
  }
  if (env.helpful !== undefined && !env.statistics) {
    problems.push('HELPFUL is set, but STATISTICS is not 1: the votes would not be counted')
  }
  if (env.viewCounts && !env.statistics) {
    problems.push('VIEW_COUNTS is 1, but STATISTICS is not: there would be no views to show')
  }
  if (env.indexNowKey !== undefined && !env.siteUrl.startsWith('https://')) {
    problems.push('INDEXNOW_KEY is set, but SITE_URL is not an https address: search engines cannot read the site')
  }
  if (problems.length > 0) throw new EnvironmentError(problems)
  return env
}

/** Returns the folder of record maps by default. A project that has Colophon as a dependency may have none: the sample is with the code. */
function findPages({ COLOPHON_PROJECT: project }: Variables, cwd: string): string {
  const own = path.resolve(cwd, 'workspace')
  return project === undefined || existsSync(own) ? own : path.resolve(process.cwd(), path.basename(own))
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

/**
 * Returns the folder with `.env`, the site folder and the state: the repository, or the project that has Colophon as a dependency. The working
 * directory of all processes is the folder with the code, which `tools/colophon.mjs` keeps in a folder of such a project.
 */
export const getProjectFolder = (): string => process.env.COLOPHON_PROJECT ?? process.cwd()

/** Returns where a page of the documentation is, for messages: a path from the project folder. */
export const getDocumentPath = (page: string): string => path.relative(getProjectFolder(), page)

let checked: Env | undefined

/** Returns the environment of this process, which is checked at the first call. */
export function getEnv(): Env {
  if (checked === undefined) {
    checked = readEnv(process.env, getProjectFolder())
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

/** Returns the names of the settings that are set in this process. */
export const listSetNames = (): string[] => SETTING_NAMES.filter((name) => process.env[name]?.trim())

/** Whether no setting but `PORT` is set, as at a first start. */
export const isUnconfigured = (): boolean => listSetNames().every((name) => name === 'PORT')

/** Settings whose values visitors know. */
const HARMLESS: ReadonlySet<string> = new Set(['PORT', 'SITE_LOCALE', 'SITE_THEME', 'SITE_TIMEZONE', 'SITE_URL'])
/** Settings that can be a word, such as `publish`. Messages contain the same words, and name a misspelt one. */
const WORD_SETTINGS: ReadonlySet<string> = new Set([
  ...['ANALYTICS', 'ASSISTANTS', 'COMMENTS', 'COMMENTS_FORM', 'EMBEDS', 'HELPFUL'],
  ...['ALLOW_CREATING_ORGANIZATIONS', 'AUDIT_LOG_NAMES', 'STATISTICS', 'SYNC_ON_REQUEST', 'VIEW_COUNTS'],
])
/** Ids and tokens are longer, or have digits. */
const WORD = /^[a-z-]{1,20}$/i
/** Hosts that reveal nothing, and that messages name. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]']
/** A shorter value, such as `1`, is no secret, and is a part of other words. */
const MIN_PRIVATE_LENGTH = 6

/** Replaces the values of settings in a text with their names, because a report of a problem is public. */
export function removeSettingValues(text: string, source: Variables = process.env): string {
  const values = SETTING_NAMES.filter((name) => !HARMLESS.has(name))
    .flatMap((name) => listPrivateParts(name, source[name]?.trim() ?? '').map((value) => ({ name, value })))
    .filter(({ value }) => value.length >= MIN_PRIVATE_LENGTH)
    .sort((a, b) => b.value.length - a.value.length)
  return values.reduce((shown, { name, value }) => shown.replaceAll(value, `‹${name}›`), text)
}

/** Returns a value, the root pages in it with their ids, and the host of an address: errors may quote only these. */
function listPrivateParts(name: string, value: string): string[] {
  if (name === 'NOTION_ROOT_PAGE') {
    return [value, ...listWrittenPages(value).flatMap((page) => [page, findPageId(page) ?? ''])]
  }
  if (WORD_SETTINGS.has(name) && WORD.test(value)) return []
  if (!URL.canParse(value) || LOOPBACK.includes(new URL(value).hostname)) return [value]
  return [value, new URL(value).host, new URL(value).hostname]
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
export function getSettingsKey({
  port: _,
  stateDir: __,
  redisUrl: ___,
  auditLog: ____,
  workspaceDir,
  ...settings
}: Env): string {
  // These folders and the address of Redis may differ between instances. Versions of pages contain what is in the site folder.
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
