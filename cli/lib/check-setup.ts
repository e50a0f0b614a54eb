import { constants, readFileSync } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { homedir, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAuditFolder } from '../../lib/audit-log'
import { checkSignInKeys } from '../../lib/auth/setup'
import { EMOJI_PACKAGE, LETTER_PACKAGES, listInstalledFonts, SYMBOL_PACKAGES } from '../../lib/branding/image-fonts'
import { connectToRedis } from '../../lib/redis/connection'
import {
  type Env,
  EnvironmentError,
  getEnv,
  getProjectFolder,
  listSetNames,
  removeSettingValues,
} from '../../lib/settings/env'
import { listUnknownVariables } from '../../lib/settings/unknown'
import { readSiteFolder } from '../../lib/site-folder/read-site-folder'
import { readSyncReport } from '../../lib/snapshot/sync-report'
import { CALL_LIMITS } from '../../lib/sync/caller'
import { CallError, SyncError } from '../../lib/sync/errors'
import { getRecord } from '../../lib/sync/tables'
import { openTools } from '../../lib/sync/tools'
import { parseObject } from '../../lib/workspace/values'
import { formatCount } from '../../messages/plural'
import { PortError, requirePort } from '../../server/listen'

const CHECKS: readonly ((env: Env) => Promise<SetupResult>)[] = [
  checkWorkspace,
  checkPages,
  checkSiteFolder,
  checkDisk,
  checkFonts,
  checkPort,
  checkSignIn,
  checkRedis,
  checkAddress,
]

/**
 * Checks everything that the site needs around it, and prints a line for each part, without secrets. Returns the exit code: 1 if
 * something is wrong.
 */
export async function printSetup(getSettings = getEnv): Promise<number> {
  /** What is wrong, in sentences. Each is printed once: an unreachable workspace is also why its pages could not be read. */
  const wrong = new Set<string>()
  const print = (result: SetupResult) => {
    if (wrong.has(result.text)) return
    if (result.state === 'wrong') wrong.add(result.text)
    console.log(removePrivateParts(formatResult(result)))
  }
  // It has no values of settings, which may be parts of it, such as the name of the project.
  console.log(formatResult({ part: 'Versions', state: 'ok', text: describeVersions() }))
  const env = readSettings(print, getSettings)
  if (env !== undefined) for (const check of CHECKS) print(await check(env))
  return wrong.size > 0 ? 1 : 0
}

function readSettings(print: (result: SetupResult) => void, getSettings: () => Env): Env | undefined {
  const part = 'Settings'
  try {
    const env = getSettings()
    const unknown = listUnknownVariables()
    for (const text of unknown) print({ part, state: 'note', text })
    if (unknown.length === 0)
      print({ part, state: 'ok', text: `All variables are valid. Set: ${listSetNames().join(', ') || 'none'}.` })
    return env
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    for (const text of error.problems) print({ part, state: 'wrong', text })
    return undefined
  }
}

/** The result of checking one part of the setup. `off`: the part is not used. `note`: it works, but something should be known. */
interface SetupResult {
  part: string
  state: 'ok' | 'off' | 'note' | 'wrong'
  /** A sentence. If something is wrong, it contains what to do. */
  text: string
}

const SIGNS = { ok: '✓', off: '–', note: '!', wrong: '✗' }

/** Returns a line for a result. */
const formatResult = ({ part, state, text }: SetupResult): string => `${SIGNS[state]} ${part}: ${text}`

/** The home folder contains the name of its user. Some users have none. */
function removePrivateParts(text: string): string {
  const home = homedir()
  const shown = removeSettingValues(text)
  return home.length > 1 ? shown.replaceAll(home, '~') : shown
}

function describeVersions(): string {
  const { version } = parseObject(readFileSync('package.json', 'utf8'))
  const gigabytes = (totalmem() / 2 ** 30).toFixed(1)
  return `Colophon ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${gigabytes} GB of memory.`
}

const TIMEOUT_MS = 10_000
/** Less free disk space is reported. */
const LOW_BYTES = 500_000_000

/** Checks that the folders the site writes to can be written to, and that their disks have space. */
export async function checkDisk({ stateDir, workspaceDir, rootPage, auditLog }: Env): Promise<SetupResult> {
  const folders = {
    STATE_DIR: stateDir,
    ...(rootPage !== undefined && { WORKSPACE_DIR: workspaceDir }),
    ...(auditLog !== undefined && { AUDIT_LOG: auditLog }),
  }
  for (const [name, folder] of Object.entries(folders)) {
    try {
      await (folder === auditLog ? createAuditFolder(folder) : mkdir(folder, { recursive: true }))
      await access(folder, constants.W_OK)
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < LOW_BYTES) {
        const megabytes = Math.round((bavail * bsize) / 1_000_000)
        return {
          part: 'Disk',
          state: 'wrong',
          text: `${folder} has only ${megabytes} MB left: free some space, or set ${name} to another disk`,
        }
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      return {
        part: 'Disk',
        state: 'wrong',
        text: `${folder} cannot be written to (${code}): give this user write access, or set ${name} to another folder`,
      }
    }
  }
  const shown = Object.values(folders).map((folder) => path.relative(getProjectFolder(), folder) || folder)
  return { part: 'Disk', state: 'ok', text: `${shown.join(' and ')} can be written to.` }
}

/** Checks the site folder and the theme of the settings, as the start of the site does. */
export async function checkSiteFolder(env: Pick<Env, 'siteDir' | 'theme'>): Promise<SetupResult> {
  const part = 'Site folder'
  const { problems } = readSiteFolder(env)
  if (problems.length > 0) return { part, state: 'wrong', text: problems.join('; ') }
  return env.siteDir === undefined
    ? { part, state: 'off', text: 'SITE_DIR is not set, and there is no folder site.' }
    : { part, state: 'ok', text: `${path.relative(getProjectFolder(), env.siteDir)} can be used.` }
}

/** Checks the connection to Redis, if it is used. */
export async function checkRedis({ redisUrl }: Env): Promise<SetupResult> {
  if (redisUrl === undefined)
    return { part: 'Redis', state: 'off', text: 'REDIS_URL is not set: this site is a single instance.' }
  let problem = ''
  const redis = connectToRedis(redisUrl, (message) => {
    problem ||= message
  })
  try {
    for (const until = performance.now() + TIMEOUT_MS; problem === '' && performance.now() < until; ) {
      if (redis.isReady) {
        await redis.ping()
        return { part: 'Redis', state: 'ok', text: 'It accepts commands.' }
      }
      await pause(50)
    }
    return { part: 'Redis', state: 'wrong', text: problem || 'It does not respond: check REDIS_URL' }
  } catch (error) {
    return {
      part: 'Redis',
      state: 'wrong',
      text: `It refuses commands (${(error as Error).message}): check the user in REDIS_URL`,
    }
  } finally {
    redis.destroy()
  }
}

/** Checks the keys of the sign-in service, if it is used. `api` is the address of its API, for tests. */
export async function checkSignIn(env: Env, api?: string): Promise<SetupResult> {
  const part = 'Sign-in'
  if (env.signIn === undefined)
    return { part, state: 'off', text: 'No keys are set: pages for members are not served.' }
  const problem = await checkSignInKeys(env, api)
  if (problem !== undefined) return { part, state: 'wrong', text: problem }
  const { kind } = env.signIn
  if (kind === 'headers') {
    return { part, state: 'note', text: 'The proxy signs people in: check that it replaces these headers of clients.' }
  }
  return { part, state: 'ok', text: kind === 'oidc' ? 'The provider responds.' : 'The service accepts both keys.' }
}

/** Checks whether the public address leads to a running site. */
export async function checkAddress({ siteUrl, port }: Env): Promise<SetupResult> {
  const part = 'Public address'
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(siteUrl).hostname)
  if (isLocal) {
    return {
      part,
      state: 'note',
      text: `SITE_URL is ${siteUrl}: set it to the public address before others visit the site, because feeds and the sitemap contain it`,
    }
  }
  try {
    const response = await fetch(`${siteUrl}/api/health`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status, snapshot } = parseObject(await response.text())
    if (status === 'ready' || status === 'degraded')
      return { part, state: 'ok', text: `${siteUrl} responds, and is ${status}.` }
    if (status === 'live' && snapshot === null)
      return { part, state: 'note', text: `${siteUrl} responds, but has nothing to show yet: look at its log` }
    const location = response.headers.get('location')
    const what = location === null ? `status ${response.status}` : `a redirect to ${location}`
    return {
      part,
      state: 'wrong',
      text: `${siteUrl}/api/health responds with ${what}, not as Colophon: point the domain or the proxy to port ${port} of this machine`,
    }
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error & { code?: string } }
    return {
      part,
      state: 'wrong',
      text: `${siteUrl} cannot be reached (${cause?.code ?? cause?.message ?? message}): start the site, then check DNS, the certificate and the firewall`,
    }
  }
}

/** The maximum number of pages that are listed. */
const MAX_PAGES = 10

/** Lists which pages the last sync could not read. Names pages by their ids, because titles may be private. */
export async function checkPages({ rootId, stateDir }: Pick<Env, 'rootId' | 'stateDir'>): Promise<SetupResult> {
  const part = 'Pages'
  if (rootId === undefined) return { part, state: 'off', text: 'NOTION_ROOT_PAGE is not set: there is no sync.' }
  const report = await readSyncReport(stateDir)
  if (report === undefined) {
    return {
      part,
      state: 'note',
      text: 'Nothing was synced yet: run npm run sync, which lists pages that cannot be read',
    }
  }
  const { state, failed, comments, progress, message } = report
  if (state === 'failed' || state === 'refused')
    return { part, state: 'wrong', text: message ?? 'The last sync failed.' }
  if (failed.length === 0 && comments !== undefined) {
    return {
      part,
      state: 'wrong',
      text: `The last sync could not bring the comments up to date: ${comments}`,
    }
  }
  if (failed.length === 0) {
    return {
      part,
      state: 'ok',
      text: `The last sync read ${formatCount(progress.pages, 'page')} of ${progress.pagesKnown}.`,
    }
  }
  const named = failed.slice(0, MAX_PAGES).map(({ id, reason }) => `${id} (${reason})`)
  const more = failed.length > MAX_PAGES ? ` and ${failed.length - MAX_PAGES} more` : ''
  return {
    part,
    state: 'wrong',
    text: `The last sync could not read ${named.join(', ')}${more}: share these pages with the connection, and run npm run sync`,
  }
}

/** Lists the fonts of social images that are missing. Texts in their scripts are shown without them, except in these images. */
export async function checkFonts(): Promise<SetupResult> {
  const part = 'Fonts'
  const fonts = listInstalledFonts()
  const required = [...LETTER_PACKAGES, ...SYMBOL_PACKAGES, EMOJI_PACKAGE]
  const missing = required.filter((name) => !fonts.includes(name))
  if (missing.length === 0) return { part, state: 'ok', text: `${fonts.length} fonts are installed for social images.` }
  return {
    part,
    state: 'wrong',
    text: `Social images lack ${missing.join(', ')}: run npm install`,
  }
}

/** Checks whether the port is free, or used by this site. */
export async function checkPort({ port }: Pick<Env, 'port'>): Promise<SetupResult> {
  const part = 'Port'
  if (port === 0) return { part, state: 'ok', text: 'The site listens on a free one.' }
  try {
    await requirePort(port)
    return { part, state: 'ok', text: `${port} is free.` }
  } catch (error) {
    const isUsed = error instanceof PortError && error.code === 'EADDRINUSE'
    const text = isUsed ? `${port} is in use: if not by this site, set PORT to another one` : (error as Error).message
    return { part, state: isUsed ? 'note' : 'wrong', text }
  }
}

const WORKSPACE = 'Workspace'
/** One attempt: the user can run the command again. */
const WORKSPACE_LIMITS = { ...CALL_LIMITS, timeout: 10_000, attempts: 1 }

/** Checks whether the workspace can be read: the root page through Notion's API, or the folder. */
export async function checkWorkspace(env: Env): Promise<SetupResult> {
  if (env.rootPage === undefined) return checkFolder(env)
  // The sync that is perhaps running owns the real folder.
  const workspaceDir = await mkdtemp(path.join(tmpdir(), 'colophon-setup-'))
  try {
    return await checkRootPage({ ...env, workspaceDir })
  } finally {
    await rm(workspaceDir, { recursive: true, force: true })
  }
}

async function checkRootPage(env: Env): Promise<SetupResult> {
  const api = env.notion.integrationToken === undefined ? 'private API' : 'official API'
  const ended = new AbortController()
  const { source, state, close } = await openTools(env, WORKSPACE_LIMITS, ended.signal)
  try {
    const { block } = await source.getBlocks(state.roots, 'urgent')
    const missing = state.roots.find((id) => getRecord(block.get(id))?.alive !== true)
    if (missing === state.root) throw await source.explainMissingRoot()
    if (missing !== undefined) {
      return wrong(`The workspace shows no page ${missing}, which NOTION_ROOT_PAGE names for a language: check the id`)
    }
    return { part: WORKSPACE, state: 'ok', text: `The root page can be read by Notion's ${api}.` }
  } catch (error) {
    if (error instanceof SyncError) return wrong(error.message)
    if (error instanceof CallError) return wrong(source.explainFailedStart(error).message)
    throw error
  } finally {
    await close()
    ended.abort()
  }
}

async function checkFolder({ workspaceDir }: Env): Promise<SetupResult> {
  const files = await readdir(workspaceDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => error)
  if (files instanceof Error) {
    return wrong(
      `${workspaceDir} cannot be read (${files.code}): set WORKSPACE_DIR to a folder, or NOTION_ROOT_PAGE to a page`,
    )
  }
  const count = files.filter((file) => file.endsWith('.json')).length
  return count === 0
    ? wrong(
        `${workspaceDir} contains no record maps: set WORKSPACE_DIR to a folder with them, or NOTION_ROOT_PAGE to a page`,
      )
    : {
        part: WORKSPACE,
        state: 'ok',
        text: `The folder ${workspaceDir} contains ${formatCount(count, 'JSON file')}.`,
      }
}

const wrong = (text: string): SetupResult => ({ part: WORKSPACE, state: 'wrong', text })
