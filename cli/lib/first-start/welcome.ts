import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { type Env, EnvironmentError, getProjectFolder, readEnv } from '../../../lib/settings/env'
import type { Id } from '../../../lib/workspace/record-map'
import { checkWorkspace } from '../check-setup'
import { serveFirstStart } from './serve-first-start'

/** Prints the address of the page that leads to one's own site, and opens it at the very first start in a terminal. */
export async function welcome({ siteUrl, stateDir }: Env, stopped: AbortSignal): Promise<void> {
  const isFirst = !existsSync(stateDir)
  const project = getProjectFolder()
  // In a container, the settings come from elsewhere.
  if (!mayWrite(project)) return
  const envFile = path.join(project, '.env')
  const url = await serveFirstStart({
    envFile,
    siteUrl,
    checkAccess: (id) => checkAccess(envFile, id),
    stopped,
  })
  console.log(`To publish your own pages, open ${url} on this machine`)
  if (isFirst && process.stdout.isTTY) openInBrowser(url)
}

/** Returns whether a page can be read with the settings that an environment file has now, and a sentence about it. */
export async function checkAccess(envFile: string, id: Id): Promise<{ isReadable: boolean; access: string }> {
  try {
    const settings = parseEnv(readFileSync(envFile, 'utf8'))
    const { state, text } = await checkWorkspace(readEnv({ ...settings, NOTION_ROOT_PAGE: id }, path.dirname(envFile)))
    return { isReadable: state === 'ok', access: text }
  } catch (error) {
    if (error instanceof EnvironmentError) return { isReadable: false, access: error.message }
    throw error
  }
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** The programs that open an address in a browser. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  linux: ['xdg-open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Without such a program, the address is in the terminal. */
function openInBrowser(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? []
  if (program === undefined) return
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
