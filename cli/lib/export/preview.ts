import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import sendFile from 'send'
import type { BelowRedirect, Redirect } from './host-redirects'
import type { Host } from './hosts'
import { getFileName } from './output-folder'
import { createBelowPattern, type HeaderRule, listUnserved } from './web-servers'

/** What a host does with an export besides serving its files. */
export interface PreviewRules {
  host?: Host | undefined
  basePath: string
  /** The files of rules, which a host reads and does not serve. */
  ruleFiles: readonly string[]
  redirects: readonly (Redirect | BelowRedirect)[]
  headers: readonly HeaderRule[]
}

export const NO_RULES: PreviewRules = { basePath: '', ruleFiles: [], redirects: [], headers: [] }

/** Not in `previews`, the folder of the records of preview links. */
const getRulesFile = (stateDir: string, dir: string) =>
  path.join(stateDir, 'export-previews', `${createHash('sha256').update(dir).digest('hex').slice(0, 16)}.json`)

/** Saves the rules of an export in the state folder, because visitors can read what is in the export. */
export async function savePreviewRules(stateDir: string, dir: string, rules: PreviewRules): Promise<void> {
  const file = getRulesFile(stateDir, dir)
  await mkdir(path.dirname(file), { recursive: true })
  // The known addresses below a path are redirects of their own.
  await writeFile(
    file,
    JSON.stringify(rules, (name, value) => (name === 'known' ? undefined : value)),
  )
}

/** Returns the rules of the last export into a folder; undefined if it was exported with another state folder, or moved. */
export async function readPreviewRules(stateDir: string, dir: string): Promise<PreviewRules | undefined> {
  try {
    return { ...NO_RULES, ...(JSON.parse(await readFile(getRulesFile(stateDir, dir), 'utf8')) as PreviewRules) }
  } catch {
    return undefined
  }
}

/** Creates a server of an exported folder that responds as its host does: with its redirects, headers and 404 page. */
export function createPreviewServer(dir: string, rules: PreviewRules): Server {
  return createServer((request, response) => {
    respond(request, response, dir, rules).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  dir: string,
  { basePath, headers, redirects, ruleFiles }: PreviewRules,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end()
    return
  }
  const target = request.url ?? '/'
  const [pathname = ''] = target.split('?', 1)
  for (const rule of headers) {
    if (pathname.startsWith(rule.below))
      for (const [name, value] of Object.entries(rule.headers)) response.setHeader(name, value)
  }
  const found = findRedirect(target, redirects)
  if (found !== undefined && found.status !== 410) {
    response.writeHead(found.status, { location: found.to }).end()
    return
  }
  const address =
    pathname === basePath ? '/' : pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined
  const file = found === undefined && address !== undefined ? findFile(address) : undefined
  if (file === undefined || listUnserved(...ruleFiles).includes(file)) {
    await respondMissing(response, dir, found?.status ?? 404)
    return
  }
  const encoded = file.split('/').map(encodeURIComponent).join('/')
  sendFile(request, `/${encoded}`, { root: dir, index: false, dotfiles: 'allow', cacheControl: false })
    .on('directory', () => void respondFolder(response, dir, file, target))
    .on('error', () => void respondMissing(response, dir, 404))
    .pipe(response)
}

/** Returns the status and the target of the redirect from an address; undefined if there is none. */
function findRedirect(
  target: string,
  redirects: PreviewRules['redirects'],
): { status: number; to: string } | undefined {
  const address = `http://localhost${target}`
  if (!URL.canParse(address)) return undefined
  const { pathname, searchParams } = new URL(address)
  for (const each of redirects) {
    const status = each.status ?? 308
    if (!('continues' in each)) {
      const hasQuery = each.query?.every(([name, value]) => searchParams.getAll(name).includes(value)) ?? true
      if (each.from === pathname && hasQuery) return { status, to: each.to }
      continue
    }
    const rest = new RegExp(createBelowPattern(each.from)).exec(target)?.[1]
    if (rest !== undefined) return { status, to: each.continues ? `${each.to.replace(/\/$/, '')}/${rest}` : each.to }
  }
  return undefined
}

/** Returns the file of an address; undefined if the address is malformed. */
function findFile(address: string): string | undefined {
  try {
    const named = getFileName(address)
    return 'file' in named ? named.file : undefined
  } catch {
    return undefined
  }
}

/** Redirects to the page of a folder, as hosts do. A document at an old address such as `/old.php` is one. */
async function respondFolder(response: ServerResponse, dir: string, folder: string, target: string): Promise<void> {
  if (!existsSync(path.join(dir, folder, 'index.html'))) return respondMissing(response, dir, 404)
  response.writeHead(301, { location: target.replace(/(?=\?|$)/, '/') }).end()
}

async function respondMissing(response: ServerResponse, dir: string, status: number): Promise<void> {
  const page = await readFile(path.join(dir, '404.html')).catch(() => 'Not found')
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page)
}
