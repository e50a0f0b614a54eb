import { createHash } from 'node:crypto'
import path from 'node:path'
import { setBasePath } from './base-path'
import { BRANDING, type Branding } from './branding/branding'
import { type LanguageRoot, type NotionSettings, readNotionSettings, readRootPages } from './env-notion'
import { readSignIn, type SignInSettings } from './env-sign-in'
import { LOCALES } from './messages/locales'
import {
  ANALYTICS_RULE,
  type Analytics,
  COMMENTS_RULE,
  type Comments,
  readAnalytics,
  readComments,
} from './third-parties'

/** Thrown if the environment is invalid. The message names every wrong variable and what it must be. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
  constructor(readonly problems: string[]) {
    super(`The environment cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
}

/** The minimum length of secrets that an attacker could guess. */
const MIN_SECRET_LENGTH = 16

/** Paths below which a site can be served. They contain only characters that no browser or proxy percent-encodes. */
const BASE_PATH = /^\/(?:[\w.~-]+(?:\/[\w.~-]+)*\/?)?$/

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
  /** The formats of pages that the export does not contain. */
  omittedFormats: readonly PageFormat[]
}

/** The formats of pages that an export can omit. */
export const PAGE_FORMATS = ['social', 'markdown'] as const
export type PageFormat = (typeof PAGE_FORMATS)[number]

type Source = Record<string, string | undefined>

/** Reads and checks the whole environment. Throws one {@link EnvironmentError} that names every wrong variable. */
export function readEnv(source: Source, cwd: string): Env {
  const problems: string[] = []
  const addProblem = (name: string, rule: string) => {
    // An address may contain a password, and this message is logged.
    const shown = /_(?:URL|ENDPOINT)$/.test(name) ? 'malformed' : JSON.stringify(source[name])
    problems.push(`${name} is ${shown}, but must be ${rule}`)
  }
  const text = (name: string) => source[name]?.trim() || undefined
  const secret = (name: string) => {
    const given = text(name)
    // The message is logged, so it does not contain the secret.
    if (given !== undefined && given.length < MIN_SECRET_LENGTH)
      problems.push(
        `${name} has fewer than ${MIN_SECRET_LENGTH} characters: set it to a random text, such as the output of \`openssl rand -hex 32\``,
      )
    return given
  }
  const number = (name: string, fallback: number, min: number, max: number) => {
    const given = text(name)
    if (given === undefined) return fallback
    const value = Number(given)
    if (Number.isFinite(value) && value >= min && value <= max) return value
    addProblem(name, `a number from ${min} to ${max}`)
    return fallback
  }
  const wholeNumber = (name: string, fallback: number, min: number, max: number) => {
    const value = number(name, fallback, min, max)
    if (Number.isInteger(value)) return value
    addProblem(name, 'a whole number')
    return fallback
  }
  const choice = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const given = text(name)
    const found = choices.find((each) => each === given)
    if (given !== undefined && found === undefined) addProblem(name, `one of ${choices.join(', ')}`)
    return found ?? fallback
  }
  const read = <Value>(name: string, reader: (text: string) => Value | undefined, rule: string) => {
    const given = text(name)
    const value = given === undefined ? undefined : reader(given)
    if (given !== undefined && value === undefined) addProblem(name, rule)
    return value
  }
  const address = (name: string, protocols: readonly string[]) => {
    const given = text(name)
    if (given === undefined) return undefined
    if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return new URL(given)
    addProblem(name, `an address that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`)
    return undefined
  }

  const port = wholeNumber('PORT', 3000, 0, 65_535)
  const siteUrl = address('SITE_URL', ['http:', 'https:'])
  if (siteUrl !== undefined && (!BASE_PATH.test(siteUrl.pathname) || siteUrl.search !== '' || siteUrl.hash !== '')) {
    addProblem('SITE_URL', 'an address such as https://example.com or https://example.com/docs, without a query')
  }
  const timeZone = text('SITE_TIMEZONE') ?? 'UTC'
  if (!isTimeZone(timeZone)) addProblem('SITE_TIMEZONE', 'an IANA time zone, such as Europe/Paris')
  const { rootPage, languages } = readRootPages(text('NOTION_ROOT_PAGE'), problems)

  const stateDir = path.resolve(cwd, text('STATE_DIR') ?? '.state')
  const workspaceDir = path.resolve(cwd, text('WORKSPACE_DIR') ?? (rootPage === undefined ? 'workspace' : '.snapshot'))
  if (stateDir === workspaceDir) addProblem('STATE_DIR', 'another folder than WORKSPACE_DIR')

  // Set by `npm run export` for itself and the processes that it starts, so it is not a setting.
  const exported = source.STATIC_EXPORT?.split(',')
  const isExport = exported !== undefined
  if (isExport && text('SITE_URL') === undefined) {
    problems.push('SITE_URL is not set, but must be the public address of the site: feeds and sitemap contain it')
  }
  if (isExport && text('REDIS_URL') !== undefined) {
    problems.push('REDIS_URL is set, but an export reads WORKSPACE_DIR: unset it')
  }
  const signIn = isExport ? undefined : readSignIn(text, address, problems)
  // With port 0, visitors of this machine sign in at localhost; from elsewhere, sign-in fails.
  if (signIn !== undefined && text('SITE_URL') === undefined && port !== 0) {
    problems.push('SITE_URL is not set, but must be the public address of the site when sign-in is on')
  }
  const env: Env = {
    port,
    siteUrl: siteUrl === undefined ? `http://localhost:${port}` : siteUrl.origin + readBasePath(siteUrl),
    timeZone,
    locale: choice('SITE_LOCALE', LOCALES, 'en'),
    stateDir,
    workspaceDir,
    notion: readNotionSettings(text, address('NOTION_API_BASE_URL', ['http:', 'https:']), problems),
    rootPage,
    languages,
    syncInterval: number('SYNC_INTERVAL', 60, 1, 86_400),
    syncRate: number('SYNC_RATE', 3, 0.01, 1000),
    syncOnRequest: choice('SYNC_ON_REQUEST', ['0', '1'], '0') === '1',
    revalidateSecret: secret('REVALIDATE_SECRET'),
    webhookToken: text('NOTION_WEBHOOK_TOKEN'),
    // Files cannot ask for a password, so an export leaves out pages that have one.
    siteSecret: isExport ? undefined : secret('SITE_SECRET'),
    signIn,
    editorsOrganization: text('EDITORS_ORGANIZATION'),
    allowsCreatingOrganizations: choice('ALLOW_CREATING_ORGANIZATIONS', ['0', '1'], '0') === '1',
    redisUrl: address('REDIS_URL', ['redis:', 'rediss:'])?.href,
    searchRate: wholeNumber('SEARCH_RATE', 600, 1, 1_000_000),
    trustProxy: wholeNumber('TRUST_PROXY', 0, 0, 10),
    accent: read('SITE_ACCENT', BRANDING.accent.parse, BRANDING.accent.rule),
    font: read('SITE_FONT', BRANDING.font.parse, BRANDING.font.rule),
    logo: read('SITE_LOGO', BRANDING.logo.parse, BRANDING.logo.rule),
    embeds: choice('EMBEDS', ['load', 'click', 'off'], 'load'),
    analytics: read('ANALYTICS', readAnalytics, ANALYTICS_RULE),
    comments: read('GISCUS', readComments, COMMENTS_RULE),
    metricsToken: secret('METRICS_TOKEN'),
    tracesEndpoint: address('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])?.href,
    development: source.NODE_ENV === 'development',
    isExport,
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

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
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
  if (!siteUrl || !URL.canParse(siteUrl) || !BASE_PATH.test(new URL(siteUrl).pathname)) return ''
  return readBasePath(new URL(siteUrl))
}

const readBasePath = ({ pathname }: URL) => pathname.replace(/\/$/, '')

/** Returns the names of all variables that {@link readEnv} reads. */
export function getKnownVariables(): string[] {
  const names = new Set<string>()
  const source = new Proxy<Source>({}, { get: (_, name) => void names.add(String(name)) })
  readEnv(source, process.cwd())
  return [...names]
}

/** Returns the names of variables in a text such as the message of an error. Their values are never in the result. */
export const findNamedVariables = (text: string): string[] =>
  getKnownVariables().filter((name) => new RegExp(`\\b${name}\\b`).test(text))

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
