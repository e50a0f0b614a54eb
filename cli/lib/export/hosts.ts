import { writeNginxConfiguration } from './nginx'
import { createHeaderRules, type HeaderRule, type Redirect } from './rules'

export const HOSTS = ['github', 'cloudflare', 'netlify', 'vercel', 'nginx'] as const
export type Host = (typeof HOSTS)[number]

/** The limits of a host. An undefined number means no limit. The sources are in docs/decisions/0040-static-export.md. */
interface HostLimits {
  /** Whether the host also serves a folder below a path of a domain. */
  allowsBasePath: boolean
  files?: number
  fileBytes?: number
  bytes?: number
  redirects?: number
}

export const LIMITS: Record<Host, HostLimits> = {
  github: { allowsBasePath: true, bytes: 1_000_000_000, redirects: 0 },
  cloudflare: { allowsBasePath: false, files: 20_000, fileBytes: 25 * 2 ** 20, redirects: 2000 },
  netlify: { allowsBasePath: false, redirects: 10_000 },
  vercel: { allowsBasePath: false, redirects: 2048 },
  nginx: { allowsBasePath: true },
}

/** Characters with a special meaning in the rules of at least one host. Paths of pages never contain them. */
const SPECIAL = /[\s"'\\$;{}()[\]<>#?*:+!|^]/

const SCHEME = /^https?:\/\//

interface RuleOptions {
  host: Host | undefined
  redirects: readonly Redirect[]
  basePath: string
}

/** Returns the files with the rules of a host, and the redirects (`stubs`) that need an HTML document because no rule can express them. */
export function writeHostRules({ host, redirects, basePath }: RuleOptions): {
  files: Map<string, string>
  stubs: Redirect[]
} {
  const most = host === undefined ? 0 : (LIMITS[host].redirects ?? Number.POSITIVE_INFINITY)
  const fit = redirects
    .filter(
      ({ from, to, isListed }) => isListed && !SPECIAL.test(decodeURI(from)) && !SPECIAL.test(to.replace(SCHEME, '')),
    )
    .slice(0, most)
  const ruled = new Set(fit)
  const headers = createHeaderRules(basePath)
  return {
    files: new Map(host === undefined ? [] : WRITERS[host](fit, headers, basePath)),
    stubs: redirects.filter((each) => !ruled.has(each)),
  }
}

type Writer = (redirects: Redirect[], headers: HeaderRule[], basePath: string) => [file: string, content: string][]

const WRITERS: Record<Host, Writer> = {
  // Without this file, GitHub Pages does not publish files whose names begin with an underscore.
  github: () => [['.nojekyll', '']],
  cloudflare: writeListedRules,
  netlify: writeListedRules,
  vercel: (redirects, headers) => [['vercel.json', writeVercelConfiguration(redirects, headers)]],
  nginx: writeNginxConfiguration,
}

/** Returns the files `_headers` and `_redirects`, which Cloudflare and Netlify read. */
function writeListedRules(redirects: Redirect[], headers: HeaderRule[]): [string, string][] {
  const rules = headers.map(({ below, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`)
    return `${below}*\n${lines.join('')}`
  })
  return [
    ['_headers', rules.join('\n')],
    ['_redirects', redirects.map(({ from, to, isTemporary }) => `${from} ${to} ${isTemporary ? 302 : 301}\n`).join('')],
  ]
}

function writeVercelConfiguration(redirects: Redirect[], rules: HeaderRule[]): string {
  const configuration = {
    cleanUrls: true,
    trailingSlash: false,
    redirects: redirects.map(({ from, to, isTemporary }) => ({
      source: from,
      destination: to,
      permanent: !isTemporary,
    })),
    headers: rules.map(({ below, headers }) => ({
      source: `${below}(.*)`,
      headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    })),
  }
  return `${JSON.stringify(configuration, null, 2)}\n`
}
