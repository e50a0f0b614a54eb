import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { type Host, writeHostRules } from '@/cli/lib/export/hosts'
import { getFileName } from '@/cli/lib/export/output-folder'
import { planFiles } from '@/cli/lib/export/plan'
import { listBelowRedirects, listRedirects, renderStub } from '@/cli/lib/export/redirects'
import { findHandler } from '@/lib/find-route'
import { readAddress } from '@/lib/screens/find-screen'
import { guardPublicPath } from '@/lib/screens/guard'
import { PUBLIC } from '@/lib/site/access'
import type { Site } from '@/lib/site/site'
import { startExportCaddy } from './caddy'
import {
  createCloudflareMatcher,
  createGithubMatcher,
  createNetlifyMatcher,
  createVercelMatcher,
  type HostMatcher,
} from './host-matchers'
import { startExportNginx, type WebServer } from './nginx'
import { createFolder } from './site'

/** How the server and each static host respond to the addresses of a site. */
export interface ExportedHosts {
  matchers: Record<string, HostMatcher>
  stop(): Promise<void>
}

/** Writes files with the names of those of an export, and the redirects of a host. `files` are their encoded addresses. */
export function writeExportedRedirects(site: Site, host: Host | undefined) {
  const dir = createFolder('export')
  const files = new Set<string>()
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true })
    writeFileSync(path.join(dir, file), content)
    files.add(encodeURI(`/${file}`))
  }
  const env = { hasHtmlBlocks: false, omittedFormats: [] }
  const planned = planFiles(site, [], { env, key: '', now: 0 })
  for (const { address, file } of planned) {
    const named = getFileName(address)
    if (file !== undefined) write(file, address)
    else if ('file' in named) write(named.file, address)
  }
  const rules = writeHostRules({
    host,
    redirects: listRedirects(site),
    below: listBelowRedirects(site),
    basePath: '',
    pages: planned.flatMap(({ address, kind }) => (kind === 'page' ? [address] : [])),
    isTaken: (pattern) => [...files].some((file) => pattern.test(file.replace(/\.html$/, ''))),
  })
  for (const { from, to } of rules.stubs) {
    const named = getFileName(/\.(?!html$)[a-z\d]+$/.test(from) ? `${from}/` : from)
    if ('file' in named && !files.has(encodeURI(`/${named.file}`)))
      write(named.file, renderStub(to, 'https://a.example'))
  }
  for (const [file, content] of rules.files) writeFileSync(path.join(dir, file), content)
  return { dir, files, rules: rules.files, left: rules.left }
}

/** Starts web servers with exports of a site, and creates the matchers of the hosts that have one. */
export async function startHosts(site: Site): Promise<ExportedHosts> {
  const folders: string[] = []
  const servers: WebServer[] = []
  const write = (host: Host) => {
    const written = writeExportedRedirects(site, host)
    folders.push(written.dir)
    return written
  }
  const start = async (host: 'nginx' | 'caddy') => {
    const server = await (host === 'nginx' ? startExportNginx : startExportCaddy)(write(host).dir)
    servers.push(server)
    return (address: string) => send(server, address)
  }
  const github = write('github')
  const matchers = {
    server: createServerMatcher(site),
    nginx: await start('nginx'),
    caddy: await start('caddy'),
    netlify: await createNetlifyMatcher(write('netlify')),
    vercel: await createVercelMatcher(write('vercel')),
    cloudflare: await createCloudflareMatcher(write('cloudflare')),
    github: createGithubMatcher(github, (file) =>
      readFileSync(path.join(github.dir, decodeURIComponent(file)), 'utf8'),
    ),
  }
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    for (const dir of folders) rmSync(dir, { recursive: true })
  }
  return { matchers, stop }
}

/** Responds as the server of the site does before Next.js. */
const createServerMatcher =
  (site: Site): HostMatcher =>
  async (address) => {
    const [pathname = '', search] = address.split('?')
    if (findHandler(pathname) !== undefined) return { status: 200 }
    const read = readAddress(pathname, PUBLIC, search === undefined ? '' : `?${search}`)
    if (read === undefined) return { status: 400 }
    const verdict = guardPublicPath(read, 'GET', site)
    if (verdict.kind === 'redirect') return { status: verdict.status ?? 308, location: encodeURI(verdict.to) }
    if (verdict.kind === 'external') return { status: verdict.status ?? 308, location: verdict.address }
    return verdict.kind === 'error' ? { status: verdict.status } : { status: 200 }
  }

/** Requests an address without the normalization of `fetch`. */
async function send({ url }: WebServer, address: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port: new URL(url).port, path: address }, resolve)
      .on('error', reject)
      .end()
  })
  response.resume()
  const { location } = response.headers
  return { status: response.statusCode ?? 0, ...(location !== undefined && { location }) }
}
