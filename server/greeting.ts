import path from 'node:path'
import { type Env, getDocumentPath, getProjectFolder } from '../lib/settings/env'

type Served = Pick<Env, 'port' | 'siteUrl' | 'rootPage' | 'notion' | 'workspaceDir' | 'redisUrl'>

/**
 * Returns the lines that a site prints once it serves requests: its address, how much it serves and from which source. In a terminal, the
 * next three things to do follow.
 */
export function createGreeting(env: Served, address: string, what: string, isTerminal: boolean): string[] {
  const first = `Colophon is at ${address} (${what} from ${describeSource(env)})`
  if (!isTerminal) return [first]
  const own = isSample(env)
    ? 'publish your own pages:     set NOTION_ROOT_PAGE to the address of a page, or WORKSPACE_DIR to a folder'
    : 'see what editors can fix:   npm run check'
  const online = isLocal(env) ? ', and set SITE_URL to its public address' : ''
  return [
    first,
    'Next:',
    `  ${own}`,
    '  check settings and access:  npm run doctor',
    `  put the site online:        follow ${getDocumentPath('docs/hosting.md')}${online}`,
  ]
}

/** Contains no address of the workspace, because logs may be public. */
function describeSource(env: Served): string {
  if (env.redisUrl !== undefined) return 'the snapshot in Redis'
  if (env.rootPage !== undefined)
    return `Notion, by its ${env.notion.integrationToken === undefined ? 'private' : 'official'} API`
  return isSample(env)
    ? 'the sample workspace'
    : `the folder ${path.relative(getProjectFolder(), env.workspaceDir) || '.'}`
}

const isSample = ({ rootPage, redisUrl, workspaceDir }: Served) =>
  rootPage === undefined && redisUrl === undefined && workspaceDir === path.resolve('workspace')

const isLocal = ({ siteUrl }: Served) => new URL(siteUrl).hostname === 'localhost'
