import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Hosts that run a server. */
const SERVERS = ['server', 'render', 'fly']
/** Where a site can run: the others are the hosts that `colophon export` writes rules for. */
export const HOSTS = [...SERVERS, 'github', 'cloudflare', 'netlify', 'vercel', 'nginx', 'caddy']
/** Whether a host runs a server, not only files. */
export const isServer = (/** @type {string} */ host) => SERVERS.includes(host)
/** Keeps former paths on a machine that starts empty: the site has them. */
const RESTORE =
  'mkdir -p out && (curl -fsSL --max-time 60 "$SITE_URL/redirects.json" -o out/redirects.json || rm -f out/redirects.json)'

/** @typedef {{ name: string, page: string, token: string, host: string, url: string }} Answers */

/** Stands for the repository of Colophon, which only its published package knows. */
const ACTION = 'OWNER/colophon'
const NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/
/** The languages in `en=PAGE,de=PAGE`, as in the settings. */
const TAG = /^\s*[\w-]+\s*=/
const NEXT_TAG = /,(?=\s*[\w-]+\s*=)/
const ID_AT_END = /(?:^|[/-])(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i
const WORKSPACE_HOST = /^(?:(?:www|app)\.)?notion\.(?:so|com)$|\.notion\.site$/i
const BASE_PATH = /^\/(?:[\w.~-]+(?:\/[\w.~-]+)*\/?)?$/
/** What a line of `.env` in single quotes may contain. */
const PLAIN = /^[^'\s]*$/

/**
 * Returns what is wrong with an answer and what to do, or undefined.
 *
 * @param {keyof Answers} name
 * @param {string} value
 * @param {Pick<Answers, 'host'>} [answers]
 */
export function findProblem(name, value, { host } = { host: 'server' }) {
  if (name === 'name' && !NAME.test(value))
    return 'The name of the folder has small letters, digits, dots and dashes only, such as my-site'
  if (name === 'page' && value !== '') {
    if (!PLAIN.test(value))
      return 'The address of a page has no spaces and no quotes: copy it in Notion with ••• → Copy link'
    const wrong = value.split(NEXT_TAG).find((part) => !isPage(part.replace(TAG, '')))
    if (wrong !== undefined)
      return `The page is ${JSON.stringify(wrong.replace(TAG, ''))}, but must be the id of a page (32 hexadecimal digits) or its address at Notion: open the page in Notion, and copy its address (••• → Copy link)`
  }
  if (name === 'token' && value !== '' && !/^(?:ntn|secret)_\w{20,200}$/.test(value))
    return 'NOTION_INTEGRATION_TOKEN is no token of a connection: it begins with ntn_ (notion.so/profile/integrations)'
  if (name === 'host' && !HOSTS.includes(value)) return `The host is one of ${HOSTS.join(', ')}`
  if (name === 'url' && value === '' && !isServer(host))
    return 'A static host needs the public address of the site, such as https://name.github.io/repository'
  if (name === 'url' && value !== '' && !isSiteUrl(value))
    return 'The public address is malformed, but must be an address such as https://example.com or https://example.com/docs, without a query'
  return undefined
}

/** Whether a text is the id of a page, or its address at Notion. */
function isPage(/** @type {string} */ text) {
  if (!/^https?:\/\//i.test(text)) return ID_AT_END.test(text.replace(/[?#].*$/, ''))
  if (!URL.canParse(text)) return false
  const { hostname, pathname, searchParams } = new URL(text)
  return WORKSPACE_HOST.test(hostname) && [searchParams.get('p') ?? '', pathname].some((part) => ID_AT_END.test(part))
}

function isSiteUrl(/** @type {string} */ text) {
  if (!/^https?:\/\//.test(text) || !PLAIN.test(text) || !URL.canParse(text)) return false
  const { pathname, search, hash } = new URL(text)
  return BASE_PATH.test(pathname) && search === '' && hash === ''
}

/**
 * Returns the text of each file of a project.
 *
 * @param {Answers} answers
 * @param {string} version The version of Colophon.
 * @param {string} [repository] Its repository at GitHub, which has the action.
 * @returns {Record<string, string>}
 */
export function createFiles({ name, page, token, host, url }, version, repository = ACTION) {
  const isStatic = !isServer(host)
  // Vercel reads its rules before the build.
  const rules = host === 'vercel' ? '' : ` --host ${host}`
  const manifest = {
    name,
    private: true,
    scripts: {
      site: 'colophon build && colophon start',
      dev: 'colophon dev',
      build: 'colophon build',
      start: 'colophon start',
      sync: 'colophon sync',
      check: 'colophon check',
      export: 'colophon export',
      // The sample is not synced.
      ...(isStatic && {
        'publish-files': `${RESTORE} && ${page === '' ? '' : 'colophon sync && '}colophon export out${rules}`,
      }),
      migrate: 'colophon migrate',
      setup: 'colophon setup',
      doctor: 'colophon doctor',
      preview: 'colophon preview',
      'site:new': 'colophon site-new',
    },
    dependencies: { colophon: `^${version}` },
  }
  const settings = { NOTION_ROOT_PAGE: page, NOTION_INTEGRATION_TOKEN: token, SITE_URL: url }
  const lines = Object.entries(settings).map(([key, value]) => `${value === '' ? '# ' : ''}${key}='${value}'`)
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    '.env': `# The settings of the site. node_modules/colophon/docs/configuration.md has all of them.\n${lines.join('\n')}\n`,
    '.gitignore': `${['.colophon/', '.env', '.snapshot/', '.state/', 'node_modules/', 'out/'].join('\n')}\n`,
    ...(!isStatic && readFiles('container')),
    ...Object.fromEntries(
      Object.entries(readFiles(host)).map(([file, text]) => [file, text.replaceAll(ACTION, repository)]),
    ),
  }
}

/** Returns the text of each file for a host, by its path in the project. */
function readFiles(/** @type {string} */ host) {
  const folder = fileURLToPath(new URL(`files/${host}`, import.meta.url))
  if (!existsSync(folder)) return {}
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    entries.map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      return [path.relative(folder, file), readFileSync(file, 'utf8')]
    }),
  )
}
