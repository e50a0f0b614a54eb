import path from 'node:path'
import { getDocumentPath, getProjectFolder } from '../../../lib/settings/env'
import type { Host } from './hosts'

/** Returns the lines at the end of an export: how to preview the result, and how to put it online. */
export function listNextSteps(dir: string, host: Host | undefined): string[] {
  const named = path.relative(getProjectFolder(), dir)
  // A path from the root is shorter than one that leaves several folders.
  const folder = quote(named === '' || named.startsWith('..') ? dir : named)
  return [`Look at it:     npm run preview -- ${folder}`, `Put it online:  ${describeUpload(folder, host)}`]
}

/** In a shell, a name of other characters needs quotes. */
const quote = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

function describeUpload(folder: string, host: Host | undefined): string {
  const guide = getDocumentPath('docs/hosting.md')
  switch (host) {
    case undefined:
      return `copy ${folder} to a web server that serves /x from x.html, or export with --host NAME for the rules of a host`
    case 'github':
      return `publish ${folder} with the workflow of ${guide}#github-pages, or push it to the branch of GitHub Pages`
    case 'cloudflare':
      return `npx wrangler pages deploy ${folder}`
    case 'netlify':
      return `npx netlify deploy --prod --dir ${folder}`
    case 'vercel':
      return `npx vercel deploy ${folder} --prod`
    case 'nginx':
      return `include nginx.conf and nginx-server.conf of ${folder} as ${guide}#nginx shows, and run nginx -s reload`
    case 'caddy':
      return `import caddy.conf of ${folder} as ${guide}#caddy shows, and run caddy reload`
  }
}
